import type { commonEn } from './common.en';

export const commonZh: typeof commonEn = {
  panel: {
    application: '软件',
    all_applications: '全部软件',
    no_application: '还没有分配给您的软件，请联系所有者。',
    sign_in: {
      title: '登录',
      heading: '登录 Latchkey',
      email: '邮箱',
      password: '密码',
      totp: '动态验证码或恢复码',
      totp_help: '验证器应用上显示的数字，或您保存的恢复码',
      submit: '登录',
      wrong: '邮箱或密码不正确。',
      enter_totp: '请输入验证器应用上的动态验证码。',
      wrong_totp: '验证码不正确或已使用过',
      too_many: '错误次数过多，请 %{smart_count} 分钟后再试。',
      unreachable: '服务器暂时没有响应，请重试。',
    },
    menu: { sell: '销售', content: '内容', administration: '管理', tools: '工具' },
    copy: '复制',
    copied: '已复制',
    not_copied: '未能复制，请手动选择并复制。',
    download: '下载',
    never: '永不',
    unlimited: '不限',
    done: '已完成',
    sure: '确定要执行此操作吗？',
    role: { owner: '所有者', manager: '管理员', operator: '操作员', viewer: '只读' },
    unit: { minutes: '分钟', hours: '小时', days: '天', months: '月', years: '年', permanent: '永久' },
  },
};
