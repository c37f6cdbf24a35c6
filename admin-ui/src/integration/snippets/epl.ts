/** The values inserted into the program. */
interface EplSettings {
  server: string;
  appKey: string;
  appSecret: string;
  card: string;
}

/**
 * Returns the program in 易语言. It signs with MD5, since the libraries of 易语言 have no HMAC. The program contains the
 * parameters in sorted order, so it does not have to sort them. No value needs URL encoding, so the program sends the
 * signed text as the request body, without changes.
 */
export function eplProgram({ server, appKey, appSecret, card }: EplSettings): string {
  return `.版本 2
.支持库 dp1

.程序集 授权验证
.程序集变量 服务器, 文本型
.程序集变量 软件标识, 文本型
.程序集变量 软件密钥, 文本型
.程序集变量 序号, 整数型

.子程序 _启动子程序, 整数型
.局部变量 卡密, 文本型
.局部变量 设备, 文本型
.局部变量 答复, 文本型
.局部变量 令牌, 文本型
.局部变量 间隔, 整数型

' 需要：精易模块（网页_访问_对象、编码_Utf8到Ansi、文本_取出中间文本、时间_取现行时间戳），数据操作支持库一（取数据摘要）。
' 新建“Windows 控制台程序”，引用以上模块和支持库，把下面的内容粘贴到程序集中。
' 参数值只能是英文字母、数字和 - _ . ~：其他字符须先转为 UTF-8 再签名，发送时再做 URL 编码。
服务器 ＝ “${server}”
软件标识 ＝ “${appKey}”
软件密钥 ＝ “${appSecret}”
卡密 ＝ “${card}”
置随机数种子 ()
' 示例用计算机名区分设备，正式软件请换成您自己的机器码。
设备 ＝ 取数据摘要 (到字节集 (读环境变量 (“COMPUTERNAME”)))

答复 ＝ 发送 (“/card/login”, “app_key=” ＋ 软件标识 ＋ “&card=” ＋ 卡密 ＋ “&device_id=” ＋ 设备 ＋ “&nonce=” ＋ 取随机串 () ＋ “&timestamp=” ＋ 取时间戳 ())
标准输出 (, “登录：” ＋ 答复 ＋ #换行符)
.如果真 (取数字 (答复, “code”) ≠ 0)
    返回 (1)
.如果真结束
令牌 ＝ 取文本值 (答复, “token”)
间隔 ＝ 取数字 (答复, “hg”)

' 没有心跳，会话会结束。
.判断循环首 (真)
    延迟 (间隔 × 1000)
    答复 ＝ 发送 (“/card/heartbeat”, “app_key=” ＋ 软件标识 ＋ “&card=” ＋ 卡密 ＋ “&nonce=” ＋ 取随机串 () ＋ “&timestamp=” ＋ 取时间戳 () ＋ “&token=” ＋ 令牌)
    标准输出 (, “心跳：” ＋ 答复 ＋ #换行符)
    .如果真 (取数字 (答复, “code”) ≠ 0)
        返回 (1)
    .如果真结束
.判断循环尾 ()
返回 (0)

.子程序 发送, 文本型, , 签名并提交，返回服务器的答复
.参数 路径, 文本型
.参数 待签名, 文本型, , 参数名已按字母顺序排列
.局部变量 签名, 文本型
.局部变量 协议头, 文本型

签名 ＝ 到小写 (取数据摘要 (到字节集 (待签名 ＋ 软件密钥)))
协议头 ＝ “Content-Type: application/x-www-form-urlencoded”
返回 (编码_Utf8到Ansi (网页_访问_对象 (服务器 ＋ “/api/client/v1” ＋ 路径, 1, 待签名 ＋ “&sign=” ＋ 签名, , , 协议头)))

.子程序 取随机串, 文本型, , 每次请求都不同
序号 ＝ 序号 ＋ 1
返回 (取数据摘要 (到字节集 (到文本 (取随机数 ()) ＋ 到文本 (取随机数 ()) ＋ 到文本 (取启动时间 ()) ＋ 到文本 (序号))))

.子程序 取时间戳, 文本型, , 十位，单位为秒
返回 (取文本左边 (时间_取现行时间戳 (), 10))

.子程序 取数字, 整数型, , 取答复中的数字；没有时返回 -1
.参数 答复, 文本型
.参数 名称, 文本型
.局部变量 标记, 文本型
.局部变量 位置, 整数型

标记 ＝ #引号 ＋ 名称 ＋ #引号 ＋ “:”
位置 ＝ 寻找文本 (答复, 标记, , 假)
.如果真 (位置 ＝ -1)
    返回 (-1)
.如果真结束
返回 (到整数 (取文本中间 (答复, 位置 ＋ 取文本长度 (标记), 10)))

.子程序 取文本值, 文本型, , 取答复中的文本
.参数 答复, 文本型
.参数 名称, 文本型

返回 (文本_取出中间文本 (答复, #引号 ＋ 名称 ＋ #引号 ＋ “:” ＋ #引号, #引号))
`;
}
