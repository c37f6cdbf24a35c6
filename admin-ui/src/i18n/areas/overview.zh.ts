import type { overviewEn } from './overview.en';

export const overviewZh: typeof overviewEn = {
  panel: {
    dashboard: {
      period: '时间范围',
      periods: { '24h': '24 小时', '7d': '7 天', '30d': '30 天' },
      time: '时间',
      day: '日期',
      figures: '查看数据',
      figures_of: '数据：%{title}',
      sessions: {
        title: '在线会话',
        now: '当前在线',
        live: '会话数',
        summary: '当前在线 %{now}，最高 %{most}（%{when}）。',
        not_yet: '当前在线 %{now}，图表将在五分钟内开始显示。',
        none: '这段时间没有人在线。',
      },
      activity: {
        title: '登录与被拒请求',
        logins: '登录',
        activations: '激活',
        refusals: '被拒请求',
        summary:
          '登录 %{logins} 次，激活 %{activations} 次，注册 %{registrations} 次，充值 %{recharges} 次，扣除次数 %{consumedUses}，被拒请求 %{refusals} 次。',
        trials: '试用：%{trials}，转化：%{trialConversions}。',
        none: '这段时间没有客户端请求。',
      },
      cards: {
        title: '卡密状态',
        summary: '共 %{count} 张卡密，统计于 %{when}。',
      },
      expiring: {
        title: '即将到期',
        summary: '未来 %{days} 天：卡密 %{cards} 张，用户 %{users} 个；其中今天 %{today}。',
        none: '未来 %{days} 天没有到期的卡密或用户。',
      },
      refusals: {
        title: '被拒原因',
        code: '错误码',
        meaning: '含义',
        count: '次数',
        none: '这段时间没有被拒请求。',
      },
    },
    getting_started: {
      title: '快速开始',
      text: '五步完成第一次登录。',
      dismiss: '不再显示',
      done: '已完成',
      open: '未完成',
      waiting: '等待中',
      arrived: '已收到第一次登录，接入成功。以后可在此页查看运行情况。',
      application: {
        title: '新建软件',
        text: '为每个要销售的程序新建一个软件，获取用于签名的密钥。',
        button: '新建软件',
      },
      card_type: {
        title: '新建卡类',
        text: '设置卡密的有效时长、可绑定的设备数等。',
        button: '新建卡类',
      },
      cards: {
        title: '生成十张卡密',
        text: '客户用卡密登录您的软件。',
        button: '生成卡密',
      },
      snippet: {
        title: '复制示例代码并运行',
        text: '提供 curl、TypeScript、Python、Lua 和 C# 示例，已填好您软件的密钥。',
        button: '查看示例代码',
      },
      login: {
        title: '等待第一次登录',
        text: '使用其中一张卡密登录，几秒内即可在此页看到。',
      },
    },
  },
  resources: {},
};
