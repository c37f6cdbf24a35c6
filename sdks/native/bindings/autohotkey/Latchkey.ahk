; The client of the licence server Latchkey for AutoHotkey v2, over the C ABI of latchkey.dll. Build the DLL without
; LATCHKEY_STDCALL, with as many bits as AutoHotkey. README.md of the folder native describes options, members, events.
;
;   #Include Latchkey.ahk
;   Latchkey.Load(A_ScriptDir "\latchkey.dll")
;   client := LatchkeyClient('{"hosts": ["https://license.example.com"], "app_key": "APP_KEY", '
;       . '"app_secret": "APP_SECRET", "public_keys": ["PUBLIC_KEY"]}')
;   session := client.Login(InputBox("Card").Value)   ; throws a LatchkeyError unless the card is licensed
;   session.Keep()
;   SetTimer(() => session.Licensed() || ExitApp(), 1000)
;   OnExit((*) => session.Close())                    ; logs out
;
; Texts are UTF-8 in the library. Results are JSON texts: read their members with Latchkey.Member(json, "/expires").
#Requires AutoHotkey v2.0

class Latchkey {
    /** Loads the library; the folder of the script is a good place for it. */
    static Load(path) {
        if !DllCall("LoadLibrary", "Str", path, "Ptr")
            throw OSError(, , path)
    }

    /** Returns a member of a JSON text, such as "/tell/en": a text unchanged, other values as JSON; "" if missing. */
    static Member(json, pointer) {
        text := 0
        status := DllCall("latchkey.dll\latchkey_json_get", "Ptr", this.Utf8(json), "Ptr", this.Utf8(pointer)
            , "Ptr*", &text, "CDecl Int")
        return status = 0 ? this.Take(text) : ""
    }

    /** Calls a function whose last parameter is a JSON text, and returns this text; throws a LatchkeyError. */
    static Call(name, parameters*) {
        json := 0
        parameters.Push("Ptr*", &json, "CDecl Int")
        status := DllCall("latchkey.dll\latchkey_" name, parameters*)
        text := this.Take(json)
        if status != 0
            throw LatchkeyError(status, text)
        return text
    }

    /** Copies a text of the library, and frees the original. */
    static Take(pointer) {
        if !pointer
            return "{}"
        text := StrGet(pointer, "UTF-8")
        DllCall("latchkey.dll\latchkey_free", "Ptr", pointer, "CDecl")
        return text
    }

    static Utf8(text) {
        bytes := Buffer(StrPut(text, "UTF-8"))
        StrPut(text, bytes, "UTF-8")
        return bytes
    }

    /** NULL for an empty text. */
    static Utf8OrNull(text) => text = "" ? 0 : this.Utf8(text)
}

/**
 * Kind is refused (Code, Name, TellEnglish and TellChinese for the customer; Reason of a ticket), unavailable (Reason,
 * RetryAfter) or misuse.
 */
class LatchkeyError extends Error {
    __New(status, json) {
        super.__New(Latchkey.Member(json, "/message"), -2)
        this.Kind := status = 1 ? "refused" : status = 2 ? "unavailable" : "misuse"
        this.Code := Latchkey.Member(json, "/code")
        this.Name := Latchkey.Member(json, "/name")
        this.Reason := Latchkey.Member(json, "/reason")
        this.RetryAfter := Latchkey.Member(json, "/retry_after")
        this.TellEnglish := Latchkey.Member(json, "/tell/en")
        this.TellChinese := Latchkey.Member(json, "/tell/zh")
    }
}

/** A client of one application. */
class LatchkeyClient {
    Handle := 0

    /** @param options a JSON text */
    __New(options) {
        handle := 0
        Latchkey.Call("client_new", "Ptr", Latchkey.Utf8(options), "Ptr", 0, "Ptr*", &handle)
        this.Handle := handle
    }

    __Delete() => DllCall("latchkey.dll\latchkey_client_free", "Ptr", this.Handle, "CDecl")

    Login(card) => this.Open("login", "Ptr", Latchkey.Utf8(card))
    UserLogin(username, password) => this.Open("user_login", "Ptr", Latchkey.Utf8(username), "Ptr", Latchkey.Utf8(password))
    TrialLogin() => this.Open("trial_login")

    Recharge(card, useCard) => this.Send("recharge", Latchkey.Utf8(card), Latchkey.Utf8(useCard))
    RechargeUser(username, card) => this.Send("recharge_user", Latchkey.Utf8(username), Latchkey.Utf8(card))
    Register(username, password, card) =>
        this.Send("register", Latchkey.Utf8(username), Latchkey.Utf8(password), Latchkey.Utf8(card))
    ChangePassword(username, password, newPassword) =>
        this.Send("change_password", Latchkey.Utf8(username), Latchkey.Utf8(password), Latchkey.Utf8(newPassword))
    UnbindByPassword(card, password) => this.Send("unbind_by_password", Latchkey.Utf8(card), Latchkey.Utf8(password))
    Variable(name, card := "") => this.Send("variable", Latchkey.Utf8(name), Latchkey.Utf8OrNull(card))
    CallFunction(name, params := "") => this.Send("call_function", Latchkey.Utf8(name), Latchkey.Utf8OrNull(params))
    SoftwareConfig() => this.Send("software_config")
    Notice() => this.Send("notice")
    LatestVersion(channel := "") => this.Send("latest_version", Latchkey.Utf8OrNull(channel))
    /** Sends any other request. The path follows /api/client/v1; parameters is a JSON object of texts. */
    Call(method, path, parameters := "") =>
        this.Send("call", Latchkey.Utf8(method), Latchkey.Utf8(path), Latchkey.Utf8OrNull(parameters))
    /** Returns the claims of a ticket that the customer brings, or of the stored ticket. */
    OpenTicket(ticket := "") => this.Send("open_ticket", Latchkey.Utf8OrNull(ticket))
    RequestCode() => Latchkey.Member(this.Send("request_code"), "/code")
    DeviceId() => Latchkey.Member(this.Send("device_id"), "/device_id")

    Open(name, parameters*) {
        session := 0
        info := Latchkey.Call(name, "Ptr", this.Handle, parameters*, "Ptr*", &session)
        return LatchkeySession(this, session, info)
    }

    Send(name, texts*) {
        parameters := ["Ptr", this.Handle]
        for text in texts
            parameters.Push("Ptr", text)
        return Latchkey.Call(name, parameters*)
    }
}

/** A login of a card, user or trial. When the object is released, it closes the keeper, which logs out. */
class LatchkeySession {
    /** @param info members of the login as JSON. They include the token: do not print the whole text. */
    __New(client, handle, info) {
        this.Client := client ; must live as long as the session
        this.Handle := handle
        this.Info := info
    }

    __Delete() => DllCall("latchkey.dll\latchkey_session_free", "Ptr", this.Handle, "CDecl")

    /** Starts to send heartbeats in a thread of the library. Fetch the events with NextEvent in a timer. */
    Keep() => Latchkey.Call("keep", "Ptr", this.Handle, "Ptr", 0, "Ptr", 0)
    /** True while online, or offline within the grace period. The call is cheap: make it often. */
    Licensed() => DllCall("latchkey.dll\latchkey_licensed", "Ptr", this.Handle, "CDecl Int") = 1
    /** state, licensed, reason, code, tell, expires_ts, beats */
    State() => this.Send("state")
    /** Returns the next event, or {} if there is none within this number of milliseconds. */
    NextEvent(waitMs := 0) => Latchkey.Call("next_event", "Ptr", this.Handle, "Int", waitMs)
    Close() => this.Send("close")
    Heartbeat() => this.Send("heartbeat")
    Logout() => this.Send("logout")
    /** Store a new request id before the call: a repeat with the same id deducts nothing more. */
    Consume(requestId, amount := 1) =>
        Latchkey.Call("consume", "Ptr", this.Handle, "Ptr", Latchkey.Utf8(requestId), "Int", amount)
    Ticket() => this.Send("ticket")
    Unbind(deviceId) => this.Send("unbind", Latchkey.Utf8(deviceId))
    SetUnbindPassword(password) => this.Send("set_unbind_password", Latchkey.Utf8(password))
    Config() => this.Send("config")
    SetConfig(text) => this.Send("set_config", Latchkey.Utf8(text))
    Variable(name) => this.Send("session_variable", Latchkey.Utf8(name))
    CallFunction(name, params := "", requestId := "") => this.Send("session_call_function", Latchkey.Utf8(name)
        , Latchkey.Utf8OrNull(params), Latchkey.Utf8OrNull(requestId))

    Send(name, texts*) {
        parameters := ["Ptr", this.Handle]
        for text in texts
            parameters.Push("Ptr", text)
        return Latchkey.Call(name, parameters*)
    }
}
