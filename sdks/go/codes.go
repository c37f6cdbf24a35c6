package latchkey

// Tell is a text for the customer.
type Tell struct {
	EN, ZH string
}

type codeText struct {
	name string
	tell Tell
}

// unknownCode is the text of a code that this version does not know.
var unknownCode = codeText{"unknown", Tell{"That did not work. Please contact the seller.", "操作失败，请联系卖家。"}}

// codeTexts contains the name and the text of each code. The tests compare it with the conformance vectors.
var codeTexts = map[int]codeText{
	400:   {"bad_request", Tell{"The program sent an invalid request. Please update it.", "程序发送的请求有误，请更新程序。"}},
	10010: {"signature_mismatch", Tell{"This copy of the program is not valid. Please download it again.", "程序文件无效，请重新下载。"}},
	10011: {"signature_expired", Tell{"The clock of this device is wrong. Please set it and try again.", "本机时间不准确，请校准后重试。"}},
	10013: {"timestamp_in_future", Tell{"The clock of this device is wrong. Please set it and try again.", "本机时间不准确，请校准后重试。"}},
	10014: {"nonce_repeated", Tell{"Please try again.", "请重试。"}},
	10210: {"card_expired", Tell{"The card has expired. Please renew it.", "卡密已到期，请续费。"}},
	10212: {"frozen_or_blocked", Tell{"The card or this device is blocked. Please contact the seller.", "卡密或设备已被停用，请联系卖家。"}},
	10213: {"card_multi_open", Tell{"The card is in use on another device. Close the program there first.", "卡密正在其他设备上使用，请先在那里退出。"}},
	10214: {"session_invalid", Tell{"You have been logged out. Please log in again.", "登录已失效，请重新登录。"}},
	10215: {"device_not_bound", Tell{"This device is currently not bound. Log in again to use it.", "该设备当前未绑定，如需使用请重新登录。"}},
	10216: {"unbind_disabled", Tell{"The seller does not allow unbinding.", "卖家未开放解绑。"}},
	10217: {"device_limit", Tell{"The card is bound to as many devices as it allows. Unbind one first.", "绑定设备已达上限，请先解绑其他设备。"}},
	10218: {"card_unavailable", Tell{"This card does not exist. Please check what you typed.", "卡密不存在，请检查输入。"}},
	10219: {"uses_insufficient", Tell{"Not enough uses are left. Please recharge.", "剩余次数不足，请充值。"}},
	10230: {"software_unknown", Tell{"This program is not available at present. Please contact the seller.", "该软件暂不可用，请联系卖家。"}},
	10240: {"recharge_card_unknown", Tell{"The recharge card does not exist. Please check what you typed.", "充值卡不存在，请检查输入。"}},
	10241: {"recharge_card_used", Tell{"The recharge card has been used already.", "充值卡已被使用。"}},
	10242: {"user_exists", Tell{"This user name is taken. Please choose another one.", "用户名已被注册，请换一个。"}},
	10243: {"user_password_wrong", Tell{"Wrong user name or password.", "用户名或密码错误。"}},
	10244: {"not_activated", Tell{"Log in once before you recharge.", "请先登录一次，再充值。"}},
	10250: {"user_expired", Tell{"Your account has expired. Please renew it.", "账号已到期，请续费。"}},
	10252: {"user_frozen", Tell{"Your account is blocked. Please contact the seller.", "账号已被停用，请联系卖家。"}},
	10253: {"user_multi_open", Tell{"Your account is in use on another device. Close the program there first.", "账号正在其他设备上使用，请先在那里退出。"}},
	10254: {"unbind_password_wrong", Tell{"Wrong unbind password.", "解绑密码错误。"}},
	10255: {"unbinds_exhausted", Tell{"No unbinds are left.", "解绑次数已用完。"}},
	10256: {"recharge_differs", Tell{"This recharge card does not fit. Please contact the seller.", "充值卡类型不符，请联系卖家。"}},
	10257: {"time_insufficient", Tell{"Too little time is left for unbinding. Please recharge first.", "剩余时间不足以解绑，请先充值。"}},
	10258: {"ticket_valid", Tell{"The device works offline at present and cannot be unbound yet.", "该设备的离线授权仍有效，暂时不能解绑。"}},
	10259: {"unbind_cooldown", Tell{"A device was unbound a short time ago. Please try again later.", "解绑过于频繁，请稍后再试。"}},
	10304: {"already_latest", Tell{"This is the latest version.", "已是最新版本。"}},
	10401: {"trials_off", Tell{"This program has no trial.", "该软件未开放试用。"}},
	10404: {"trial_session_invalid", Tell{"The trial has to be started again.", "试用登录已失效，请重新开始。"}},
	10405: {"trial_over", Tell{"The trial is over. Please buy a card.", "试用已结束，请购买卡密。"}},
	10406: {"trial_interval_over", Tell{"The trial is over for now. Please try again later, or buy a card.", "本次试用已结束，请稍后再试或购买卡密。"}},
	10501: {"variable_unknown", Tell{"The program asked for something that does not exist. Please update it.", "程序请求的内容不存在，请更新程序。"}},
	10502: {"card_required", Tell{"A valid card is needed for this.", "此功能需要有效的卡密。"}},
	10503: {"feature_missing", Tell{"Your card does not include this feature.", "您的卡密不包含此功能。"}},
	10521: {"data_unknown", Tell{"The program asked for something that does not exist. Please update it.", "程序请求的内容不存在，请更新程序。"}},
	10522: {"data_exists", Tell{"This entry exists already.", "该数据已存在。"}},
	10523: {"data_quota", Tell{"No more can be stored. Please contact the seller.", "存储已满，请联系卖家。"}},
	10541: {"function_unknown", Tell{"The program asked for something that does not exist. Please update it.", "程序请求的内容不存在，请更新程序。"}},
	10542: {"function_params", Tell{"The program sent an invalid request. Please update it.", "程序发送的请求有误，请更新程序。"}},
	10543: {"function_failed", Tell{"That did not work. Please try again later.", "操作失败，请稍后重试。"}},
}

// describeCode returns the stable name of a code, and the text for the customer.
func describeCode(code int) (string, Tell) {
	text, known := codeTexts[code]
	if !known {
		text = unknownCode
	}
	return text.name, text.tell
}
