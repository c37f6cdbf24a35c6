package latchkey;

/** An offline ticket does not license this device now. */
public final class TicketRefusedException extends RefusedException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  TicketRefusedException(String reason) {
    super(0, "the offline ticket is refused: " + reason, null);
    this.reason = reason;
  }

  /**
   * Returns {@code missing} (none is stored), {@code form} (it cannot be read), {@code key} (signed by an unknown key),
   * {@code signature}, {@code application}, {@code device}, {@code clock} (the device's clock was turned back) or
   * {@code expired}.
   */
  public String getReason() {
    return reason;
  }

  @Override
  public String getName() {
    return "ticket";
  }

  @Override
  public String tellEnglish() {
    switch (reason) {
      case "expired":
        return "The offline licence has expired. Please connect to the internet.";
      case "clock":
        return "The clock of this device is wrong. Please set it and try again.";
      case "device":
        return "This offline licence is for another device.";
      default:
        return "The offline licence is not valid. Please get a new one.";
    }
  }

  @Override
  public String tellChinese() {
    switch (reason) {
      case "expired":
        return "离线授权已到期，请联网后重试。";
      case "clock":
        return "本机时间不准确，请校准后重试。";
      case "device":
        return "该离线授权属于其他设备。";
      default:
        return "离线授权无效，请重新获取。";
    }
  }
}
