"""Errors of the client, and the names and texts of the server's codes."""

from typing import Dict, Optional, Tuple

#: The stable name of each code, and the text for the customer in English and in Chinese.
CODES: Dict[int, Tuple[str, str, str]] = {
    400: (
        "bad_request",
        "The program sent an invalid request. Please update it.",
        "程序发送的请求有误，请更新程序。",
    ),
    10010: (
        "signature_mismatch",
        "This copy of the program is not valid. Please download it again.",
        "程序文件无效，请重新下载。",
    ),
    10011: (
        "signature_expired",
        "The clock of this device is wrong. Please set it and try again.",
        "本机时间不准确，请校准后重试。",
    ),
    10013: (
        "timestamp_in_future",
        "The clock of this device is wrong. Please set it and try again.",
        "本机时间不准确，请校准后重试。",
    ),
    10014: (
        "nonce_repeated",
        "Please try again.",
        "请重试。",
    ),
    10210: (
        "card_expired",
        "The card has expired. Please renew it.",
        "卡密已到期，请续费。",
    ),
    10212: (
        "frozen_or_blocked",
        "The card or this device is blocked. Please contact the seller.",
        "卡密或设备已被停用，请联系卖家。",
    ),
    10213: (
        "card_multi_open",
        "The card is in use on another device. Close the program there first.",
        "卡密正在其他设备上使用，请先在那里退出。",
    ),
    10214: (
        "session_invalid",
        "You have been logged out. Please log in again.",
        "登录已失效，请重新登录。",
    ),
    10215: (
        "device_not_bound",
        "This device is currently not bound. Log in again to use it.",
        "该设备当前未绑定，如需使用请重新登录。",
    ),
    10216: (
        "unbind_disabled",
        "The seller does not allow unbinding.",
        "卖家未开放解绑。",
    ),
    10217: (
        "device_limit",
        "The card is bound to as many devices as it allows. Unbind one first.",
        "绑定设备已达上限，请先解绑其他设备。",
    ),
    10218: (
        "card_unavailable",
        "This card does not exist. Please check what you typed.",
        "卡密不存在，请检查输入。",
    ),
    10219: (
        "uses_insufficient",
        "Not enough uses are left. Please recharge.",
        "剩余次数不足，请充值。",
    ),
    10230: (
        "software_unknown",
        "This program is not available at present. Please contact the seller.",
        "该软件暂不可用，请联系卖家。",
    ),
    10240: (
        "recharge_card_unknown",
        "The recharge card does not exist. Please check what you typed.",
        "充值卡不存在，请检查输入。",
    ),
    10241: (
        "recharge_card_used",
        "The recharge card has been used already.",
        "充值卡已被使用。",
    ),
    10242: (
        "user_exists",
        "This user name is taken. Please choose another one.",
        "用户名已被注册，请换一个。",
    ),
    10243: (
        "user_password_wrong",
        "Wrong user name or password.",
        "用户名或密码错误。",
    ),
    10244: (
        "not_activated",
        "Log in once before you recharge.",
        "请先登录一次，再充值。",
    ),
    10250: (
        "user_expired",
        "Your account has expired. Please renew it.",
        "账号已到期，请续费。",
    ),
    10252: (
        "user_frozen",
        "Your account is blocked. Please contact the seller.",
        "账号已被停用，请联系卖家。",
    ),
    10253: (
        "user_multi_open",
        "Your account is in use on another device. Close the program there first.",
        "账号正在其他设备上使用，请先在那里退出。",
    ),
    10254: (
        "unbind_password_wrong",
        "Wrong unbind password.",
        "解绑密码错误。",
    ),
    10255: (
        "unbinds_exhausted",
        "No unbinds are left.",
        "解绑次数已用完。",
    ),
    10256: (
        "recharge_differs",
        "This recharge card does not fit. Please contact the seller.",
        "充值卡类型不符，请联系卖家。",
    ),
    10257: (
        "time_insufficient",
        "Too little time is left for unbinding. Please recharge first.",
        "剩余时间不足以解绑，请先充值。",
    ),
    10258: (
        "ticket_valid",
        "The device works offline at present and cannot be unbound yet.",
        "该设备的离线授权仍有效，暂时不能解绑。",
    ),
    10259: (
        "unbind_cooldown",
        "A device was unbound a short time ago. Please try again later.",
        "解绑过于频繁，请稍后再试。",
    ),
    10304: (
        "already_latest",
        "This is the latest version.",
        "已是最新版本。",
    ),
    10401: (
        "trials_off",
        "This program has no trial.",
        "该软件未开放试用。",
    ),
    10404: (
        "trial_session_invalid",
        "The trial has to be started again.",
        "试用登录已失效，请重新开始。",
    ),
    10405: (
        "trial_over",
        "The trial is over. Please buy a card.",
        "试用已结束，请购买卡密。",
    ),
    10406: (
        "trial_interval_over",
        "The trial is over for now. Please try again later, or buy a card.",
        "本次试用已结束，请稍后再试或购买卡密。",
    ),
    10501: (
        "variable_unknown",
        "The program asked for something that does not exist. Please update it.",
        "程序请求的内容不存在，请更新程序。",
    ),
    10502: (
        "card_required",
        "A valid card is needed for this.",
        "此功能需要有效的卡密。",
    ),
    10503: (
        "feature_missing",
        "Your card does not include this feature.",
        "您的卡密不包含此功能。",
    ),
    10521: (
        "data_unknown",
        "The program asked for something that does not exist. Please update it.",
        "程序请求的内容不存在，请更新程序。",
    ),
    10522: (
        "data_exists",
        "This entry exists already.",
        "该数据已存在。",
    ),
    10523: (
        "data_quota",
        "No more can be stored. Please contact the seller.",
        "存储已满，请联系卖家。",
    ),
    10541: (
        "function_unknown",
        "The program asked for something that does not exist. Please update it.",
        "程序请求的内容不存在，请更新程序。",
    ),
    10542: (
        "function_params",
        "The program sent an invalid request. Please update it.",
        "程序发送的请求有误，请更新程序。",
    ),
    10543: (
        "function_failed",
        "That did not work. Please try again later.",
        "操作失败，请稍后重试。",
    ),
}

UNKNOWN_CODE = ("unknown", "That did not work. Please contact the seller.", "操作失败，请联系卖家。")


def name_of(code: Optional[int]) -> str:
    """Returns the stable name of a code, or `unknown`."""
    return CODES.get(code or 0, UNKNOWN_CODE)[0]


def tell_of(code: Optional[int]) -> Dict[str, str]:
    """Returns the text for the customer about a code: `en` and `zh`."""
    _, english, chinese = CODES.get(code or 0, UNKNOWN_CODE)
    return {"en": english, "zh": chinese}


class LatchkeyError(Exception):
    """Base of all errors of this package. None of them means that the program is licensed."""


class Refused(LatchkeyError):
    """A trusted answer with a code other than 0.

    `code` is the server's code, and `name` the stable name of the code. `message` is the server's text, and `tell` the
    text for the customer (`en`, `zh`). `errs` are the reasons of a 400 by parameter. `time` is the server's time, if it
    is signed.
    """

    def __init__(
        self, code: Optional[int], message: str, errs: Optional[Dict[str, str]] = None, time: Optional[int] = None
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.name = name_of(code)
        self.message = message
        self.tell = tell_of(code)
        self.errs = errs or {}
        self.time = time

    def __str__(self) -> str:
        hint = "; check app_secret and sign_mode" if self.code == 10010 else ""
        return f"{self.code} {self.name}: {self.message}{hint}"


class TicketRefused(Refused):
    """An offline ticket that must not be accepted. `name` is `ticket`, `code` is None.

    `reason` is `form`, `key`, `signature`, `application`, `device`, `clock`, `expired` or, when the store has no
    ticket, `missing`.
    """

    #: The message and the texts for the customer by reason.
    _TEXTS = {
        "form": ("the ticket is not complete", "This is not a valid ticket.", "离线授权无效。"),
        "key": (
            "the ticket is signed by a key that this program does not know",
            "This ticket is not valid any more. Please get a new one.",
            "离线授权已失效，请重新获取。",
        ),
        "signature": ("the signature of the ticket is wrong", "This is not a valid ticket.", "离线授权无效。"),
        "application": (
            "the ticket belongs to another application",
            "This ticket is for another program.",
            "该离线授权属于其他软件。",
        ),
        "device": (
            "the ticket belongs to another device",
            "This ticket is for another device.",
            "该离线授权属于其他设备。",
        ),
        "clock": (
            "the clock of this device is behind",
            "The clock of this device is wrong. Please set it and try again.",
            "本机时间不准确，请校准后重试。",
        ),
        "expired": (
            "the ticket has expired",
            "The ticket has expired. Please go online.",
            "离线授权已到期，请联网。",
        ),
        "missing": (
            "there is no ticket",
            "There is no offline ticket yet. Please go online.",
            "尚无离线授权，请先联网获取。",
        ),
    }

    def __init__(self, reason: str) -> None:
        message, english, chinese = self._TEXTS[reason]
        super().__init__(None, message)
        self.tell = {"en": english, "zh": chinese}
        self.name = "ticket"
        self.reason = reason

    def __str__(self) -> str:
        return f"the ticket is refused: {self.message}"


class Unavailable(LatchkeyError):
    """No answer, or an answer that cannot be trusted or parsed.

    `reason` is `network` (no connection, timeout, cut off), `untrusted` (a missing or wrong signature, a malformed
    answer) or `busy` (429 or 5xx). `retry_after` is in seconds, 0 if the server sent none. `status` is the HTTP status,
    if there was an answer.
    """

    status: Optional[int] = None

    def __init__(self, reason: str, message: str, retry_after: int = 0) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message
        self.retry_after = retry_after

    def __str__(self) -> str:
        return self.message


class Misuse(LatchkeyError, ValueError):
    """Wrong options or arguments. Nothing was sent."""
