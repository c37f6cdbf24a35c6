import type { webhooksEn } from './webhooks.en';

export const webhooksZh: typeof webhooksEn = {
  panel: {
    webhooks: {
      all_types: '全部事件',
      disabled: '已停用',
      url_help: 'HTTPS 或 HTTP 地址，须为公网地址，或服务器设置 OUTGOING_ALLOW 允许的地址。不会跟随重定向。',
      types_help: '需要通知的事件',
      all_applications_help: '包括以后新建的软件，以及服务器自身的事件',
      applications_help: '只通知这些软件的事件',
      reveal_cards_help: '关闭时，通知中最多包含卡密的最后四位。',
      test: '发送测试',
      gone: '接收端返回了 410（已不存在），此 Webhook 已被自动停用。重新启用后会再次尝试。',
      tab: { settings: '设置', deliveries: '投递记录' },
      secret: {
        title: '签名密钥',
        help: '接收端用它验证请求，可使用 Standard Webhooks 各语言的库。',
        overlap_help: '在此期间，请求同时用新旧两个密钥签名；填 0 则旧密钥立即失效。',
      },
      deliveries: {
        none: '暂无投递记录',
        at: '事件时间',
        type: '事件',
        event: '事件 ID',
        status: '状态',
        attempts: '尝试次数',
        answer: '最近一次响应',
        next: '下次尝试',
        replay: '重新投递',
        replay_range: '按时间段重新投递',
        replayed: '正在重新投递 %{smart_count} 个事件',
        from: '起始时间',
        to: '截止时间',
        failed_only: '仅失败的投递',
        failed_only_help: '关闭时，已成功的也会再次投递。',
        statuses: { pending: '等待中', delivered: '已送达', failed: '失败' },
      },
      faults: {
        not_a_url: '地址不是有效的 URL',
        not_http: '地址须以 https:// 或 http:// 开头',
        with_credentials: '地址中不能包含用户名或密码',
        not_public: '不是公网地址',
        unresolved: '域名无法解析',
        timed_out: '响应超时',
        refused: '连接被拒绝',
        certificate: 'TLS 连接失败，例如证书无效',
        bad_answer: '响应不是有效的 HTTP',
        broken: '连接中断',
      },
      types: {
        card: {
          issued: '发卡',
          activated: '卡密激活',
          recharged: '充值',
          expiring: '即将到期',
          expired: '到期',
          frozen: '冻结',
          unfrozen: '解冻',
          unbound: '解绑设备',
          used_up: '次数耗尽',
        },
        user: {
          registered: '用户注册',
        },
        trial: {
          converted: '试用转化',
        },
        order: {
          issued: '订单发货',
          refunded: '订单退款',
          mail_failed: '卡密邮件发送失败',
        },
        payment: {
          failed: '已付款未发卡',
        },
        stock: {
          low: '库存不足',
        },
        refusals: {
          burst: '大量请求被拒',
        },
        backup: {
          failed: '备份失败',
        },
      },
    },
  },
  resources: {
    webhooks: {
      name: 'Webhook',
      fields: {
        name: '名称',
        url: '地址',
        types: '事件',
        allApplications: '全部软件',
        applicationIds: '软件',
        revealCards: '完整卡密',
        enabled: '启用',
        createdAt: '创建时间',
      },
    },
  },
};
