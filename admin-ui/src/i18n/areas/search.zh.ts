import type { searchEn } from './search.en';

export const searchZh: typeof searchEn = {
  panel: {
    search: {
      open: '搜索',
      placeholder: '卡密、设备、用户、订单，或粘贴聊天内容',
      results: '搜索结果',
      more: '还有更多，请输入更多字符',
      group: {
        card: '卡密',
        user: '用户',
        device: '设备',
        order: '订单',
        batch: '批次',
        address: 'IP 地址',
        near: '相近的卡密',
        action: '操作',
        page: '页面',
      },
      until: '%{time} 到期',
      refused_at: '%{time} 被拒绝',
      nothing: '没有找到。',
      only_near: '没有找到，您要找的是否是下面的卡密？',
      refused: '“%{name}”今天在 %{application} 被拒绝 %{times} 次。',
      refused_before: '“%{name}”今天没有被拒绝，此前在 %{application} 被拒绝过。',
      last_refused: '最近一次：%{time}，%{why}。',
      generate_cards: '生成卡密',
      import_cards: '导入卡密',
      issue_cards: '发卡',
      new_application: '新建软件',
      freeze: '冻结 %{card}',
    },
  },
};
