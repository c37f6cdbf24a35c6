package latchkey;

import java.util.HashMap;
import java.util.Map;

/** Names of the server's codes, and sentences for the customer. */
final class Codes {
  static final class Code {
    final String name;
    final String english;
    final String chinese;

    Code(String name, String english, String chinese) {
      this.name = name;
      this.english = english;
      this.chinese = chinese;
    }
  }

  private static final Map<Integer, Code> CODES = new HashMap<>();
  private static final Code UNKNOWN =
      new Code("unknown", "That did not work. Please contact the seller.", "操作失败，请联系卖家。");

  private Codes() {}

  static Code of(long code) {
    Code known = code == (int) code ? CODES.get((int) code) : null;
    return known == null ? UNKNOWN : known;
  }

  private static void add(int code, String name, String english, String chinese) {
    CODES.put(code, new Code(name, english, chinese));
  }

  static {
    add(400, "bad_request", "The program sent an invalid request. Please update it.", "程序发送的请求有误，请更新程序。");
    add(
        10010,
        "signature_mismatch",
        "This copy of the program is not valid. Please download it again.",
        "程序文件无效，请重新下载。");
    add(
        10011,
        "signature_expired",
        "The clock of this device is wrong. Please set it and try again.",
        "本机时间不准确，请校准后重试。");
    add(
        10013,
        "timestamp_in_future",
        "The clock of this device is wrong. Please set it and try again.",
        "本机时间不准确，请校准后重试。");
    add(10014, "nonce_repeated", "Please try again.", "请重试。");
    add(10210, "card_expired", "The card has expired. Please renew it.", "卡密已到期，请续费。");
    add(
        10212,
        "frozen_or_blocked",
        "The card or this device is blocked. Please contact the seller.",
        "卡密或设备已被停用，请联系卖家。");
    add(
        10213,
        "card_multi_open",
        "The card is in use on another device. Close the program there first.",
        "卡密正在其他设备上使用，请先在那里退出。");
    add(10214, "session_invalid", "You have been logged out. Please log in again.", "登录已失效，请重新登录。");
    add(
        10215,
        "device_not_bound",
        "This device is currently not bound. Log in again to use it.",
        "该设备当前未绑定，如需使用请重新登录。");
    add(10216, "unbind_disabled", "The seller does not allow unbinding.", "卖家未开放解绑。");
    add(
        10217,
        "device_limit",
        "The card is bound to as many devices as it allows. Unbind one first.",
        "绑定设备已达上限，请先解绑其他设备。");
    add(10218, "card_unavailable", "This card does not exist. Please check what you typed.", "卡密不存在，请检查输入。");
    add(10219, "uses_insufficient", "Not enough uses are left. Please recharge.", "剩余次数不足，请充值。");
    add(
        10230,
        "software_unknown",
        "This program is not available at present. Please contact the seller.",
        "该软件暂不可用，请联系卖家。");
    add(
        10240,
        "recharge_card_unknown",
        "The recharge card does not exist. Please check what you typed.",
        "充值卡不存在，请检查输入。");
    add(10241, "recharge_card_used", "The recharge card has been used already.", "充值卡已被使用。");
    add(10242, "user_exists", "This user name is taken. Please choose another one.", "用户名已被注册，请换一个。");
    add(10243, "user_password_wrong", "Wrong user name or password.", "用户名或密码错误。");
    add(10244, "not_activated", "Log in once before you recharge.", "请先登录一次，再充值。");
    add(10250, "user_expired", "Your account has expired. Please renew it.", "账号已到期，请续费。");
    add(10252, "user_frozen", "Your account is blocked. Please contact the seller.", "账号已被停用，请联系卖家。");
    add(
        10253,
        "user_multi_open",
        "Your account is in use on another device. Close the program there first.",
        "账号正在其他设备上使用，请先在那里退出。");
    add(10254, "unbind_password_wrong", "Wrong unbind password.", "解绑密码错误。");
    add(10255, "unbinds_exhausted", "No unbinds are left.", "解绑次数已用完。");
    add(10256, "recharge_differs", "This recharge card does not fit. Please contact the seller.", "充值卡类型不符，请联系卖家。");
    add(10257, "time_insufficient", "Too little time is left for unbinding. Please recharge first.", "剩余时间不足以解绑，请先充值。");
    add(10258, "ticket_valid", "The device works offline at present and cannot be unbound yet.", "该设备的离线授权仍有效，暂时不能解绑。");
    add(10259, "unbind_cooldown", "A device was unbound a short time ago. Please try again later.", "解绑过于频繁，请稍后再试。");
    add(10304, "already_latest", "This is the latest version.", "已是最新版本。");
    add(10401, "trials_off", "This program has no trial.", "该软件未开放试用。");
    add(10404, "trial_session_invalid", "The trial has to be started again.", "试用登录已失效，请重新开始。");
    add(10405, "trial_over", "The trial is over. Please buy a card.", "试用已结束，请购买卡密。");
    add(
        10406,
        "trial_interval_over",
        "The trial is over for now. Please try again later, or buy a card.",
        "本次试用已结束，请稍后再试或购买卡密。");
    add(
        10501,
        "variable_unknown",
        "The program asked for something that does not exist. Please update it.",
        "程序请求的内容不存在，请更新程序。");
    add(10502, "card_required", "A valid card is needed for this.", "此功能需要有效的卡密。");
    add(10503, "feature_missing", "Your card does not include this feature.", "您的卡密不包含此功能。");
    add(
        10521,
        "data_unknown",
        "The program asked for something that does not exist. Please update it.",
        "程序请求的内容不存在，请更新程序。");
    add(10522, "data_exists", "This entry exists already.", "该数据已存在。");
    add(10523, "data_quota", "No more can be stored. Please contact the seller.", "存储已满，请联系卖家。");
    add(
        10541,
        "function_unknown",
        "The program asked for something that does not exist. Please update it.",
        "程序请求的内容不存在，请更新程序。");
    add(10542, "function_params", "The program sent an invalid request. Please update it.", "程序发送的请求有误，请更新程序。");
    add(10543, "function_failed", "That did not work. Please try again later.", "操作失败，请稍后重试。");
  }
}
