{ The client of the licence server Latchkey for Delphi XE2 and later and Free Pascal 3.2 and later, over the C ABI of
  latchkey.dll, liblatchkey.so or liblatchkey.dylib. README.md of the folder native describes options, members and events.

  Texts are UTF-8, and results are JSON texts: read their members with LatchkeyMember. A method that returns has
  succeeded; every error is an exception. }
unit Latchkey;

{$IFDEF FPC}{$MODE DELPHI}{$H+}{$ENDIF}

interface

uses
  SysUtils;

type
  { The parent of all errors. Json has the members of the error. }
  ELatchkey = class(Exception)
  public
    Json: UTF8String;
    constructor Create(const AJson: UTF8String);
  end;

  { The server refuses the request. For a refused ticket, ErrorName is 'ticket', Code is 0, and Reason is set. }
  ELatchkeyRefused = class(ELatchkey)
  public
    Code: Integer;
    ErrorName, Reason: UTF8String;
    { For the customer. }
    TellEnglish, TellChinese: UTF8String;
    constructor Create(const AJson: UTF8String);
  end;

  { No answer, or an answer that cannot be trusted: Reason is network, untrusted or busy. }
  ELatchkeyUnavailable = class(ELatchkey)
  public
    Reason: UTF8String;
    { Seconds that a busy server asks the client to wait, or 0. }
    RetryAfter: Integer;
    constructor Create(const AJson: UTF8String);
  end;

  { Wrong options or arguments; nothing was sent. }
  ELatchkeyMisuse = class(ELatchkey);

  { A login of a card, user or trial. Its destructor closes the keeper, which logs out. }
  TLatchkeySession = class
  private
    FHandle: Pointer;
    FInfo: UTF8String;
  public
    destructor Destroy; override;
    { The members of the login: expires, expires_ts, features … It contains the token: do not print the whole text. }
    property Info: UTF8String read FInfo;
    { Starts to send heartbeats in a thread. Fetch the events with NextEvent, for example in a TTimer. }
    procedure Keep;
    { True while a kept session is online, or offline within the grace period. The call is cheap: make it often. }
    function Licensed: Boolean;
    { state, licensed, reason, code, tell, expires_ts, beats }
    function State: UTF8String;
    { Returns the next event, or an empty object if there is none within this number of milliseconds. }
    function NextEvent(WaitMs: Integer = 0): UTF8String;
    { Stops the keeper and logs out. }
    procedure Close;
    function Heartbeat: UTF8String;
    procedure Logout;
    { Store a new RequestId before the call: a repeat with the same id deducts nothing more. }
    function Consume(const RequestId: UTF8String; Amount: Integer = 1): UTF8String;
    function Ticket: UTF8String;
    procedure Unbind(const DeviceId: UTF8String);
    procedure SetUnbindPassword(const Password: UTF8String);
    function Config: UTF8String;
    procedure SetConfig(const Text: UTF8String);
    function Variable(const Name: UTF8String): UTF8String;
    function CallFunction(const Name: UTF8String; const Params: UTF8String = '';
      const RequestId: UTF8String = ''): UTF8String;
  end;

  { A client of one application. Free its sessions first. Threads may share it. }
  TLatchkeyClient = class
  private
    FHandle: Pointer;
    function Opened(Status: Integer; var Session: Pointer; var Json: PAnsiChar): TLatchkeySession;
  public
    constructor Create(const Options: UTF8String);
    destructor Destroy; override;
    function Login(const Card: UTF8String): TLatchkeySession;
    function UserLogin(const Username, Password: UTF8String): TLatchkeySession;
    function TrialLogin: TLatchkeySession;
    procedure Recharge(const Card, UseCard: UTF8String);
    procedure RechargeUser(const Username, Card: UTF8String);
    procedure RegisterUser(const Username, Password, Card: UTF8String);
    procedure ChangePassword(const Username, Password, NewPassword: UTF8String);
    procedure UnbindByPassword(const Card, Password: UTF8String);
    function Variable(const Name: UTF8String; const Card: UTF8String = ''): UTF8String;
    function CallFunction(const Name: UTF8String; const Params: UTF8String = ''): UTF8String;
    function SoftwareConfig: UTF8String;
    function Notice: UTF8String;
    function LatestVersion(const Channel: UTF8String = ''): UTF8String;
    { Sends any other request. Path follows /api/client/v1; Parameters is a JSON object of texts. }
    function Call(const Method, Path: UTF8String; const Parameters: UTF8String = ''): UTF8String;
    { Returns the claims of a ticket that the customer brings, or of the stored ticket. }
    function OpenTicket(const Text: UTF8String = ''): UTF8String;
    function RequestCode: UTF8String;
    function DeviceId: UTF8String;
  end;

{ Returns options for TLatchkeyClient. More contains further members, such as '"sign_mode": "md5", "grace_sec": 60'. }
function LatchkeyOptions(const Hosts: array of UTF8String; const AppKey, AppSecret: UTF8String;
  const PublicKeys: array of UTF8String; const More: UTF8String = ''): UTF8String;
{ Returns a text as JSON. }
function LatchkeyQuote(const Text: UTF8String): UTF8String;
{ Returns a member of a JSON text, such as '/tell/en': a text unchanged, other values as JSON; '' if it is missing. }
function LatchkeyMember(const Json, Pointer: UTF8String): UTF8String;
function LatchkeyVersion: UTF8String;

implementation

const
{$IF DEFINED(MSWINDOWS)}
  LIB = 'latchkey.dll';
{$ELSEIF DEFINED(DARWIN) OR DEFINED(MACOS)}
  LIB = 'liblatchkey.dylib';
{$ELSE}
  LIB = 'liblatchkey.so';
{$IFEND}
  OK = 0;
  REFUSED = 1;
  UNAVAILABLE = 2;

function latchkey_version: PAnsiChar; cdecl; external LIB;
procedure latchkey_free(Json: PAnsiChar); cdecl; external LIB;
function latchkey_json_get(Json, Pointer: PAnsiChar; var Text: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_client_new(Options: PAnsiChar; Store: Pointer; var Client: Pointer;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
procedure latchkey_client_free(Client: Pointer); cdecl; external LIB;
function latchkey_device_id(Client: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_login(Client: Pointer; Card: PAnsiChar; var Session: Pointer;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_user_login(Client: Pointer; Username, Password: PAnsiChar; var Session: Pointer;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_trial_login(Client: Pointer; var Session: Pointer;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
procedure latchkey_session_free(Session: Pointer); cdecl; external LIB;
function latchkey_heartbeat(Session: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_logout(Session: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_consume(Session: Pointer; RequestId: PAnsiChar; Amount: Integer;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_ticket(Session: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_unbind(Session: Pointer; DeviceId: PAnsiChar; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_set_unbind_password(Session: Pointer; Password: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_config(Session: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_set_config(Session: Pointer; Text: PAnsiChar; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_session_variable(Session: Pointer; Name: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_session_call_function(Session: Pointer; Name, Params, RequestId: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_keep(Session, Handler, Context: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_state(Session: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_licensed(Session: Pointer): Integer; cdecl; external LIB;
function latchkey_next_event(Session: Pointer; WaitMs: Integer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_close(Session: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_recharge(Client: Pointer; Card, UseCard: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_recharge_user(Client: Pointer; Username, Card: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_register(Client: Pointer; Username, Password, Card: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_change_password(Client: Pointer; Username, Password, NewPassword: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_unbind_by_password(Client: Pointer; Card, Password: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_variable(Client: Pointer; Name, Card: PAnsiChar; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_call_function(Client: Pointer; Name, Params: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_software_config(Client: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_notice(Client: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_latest_version(Client: Pointer; Channel: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_call(Client: Pointer; Method, Path, Parameters: PAnsiChar;
  var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_open_ticket(Client: Pointer; Ticket: PAnsiChar; var Json: PAnsiChar): Integer; cdecl; external LIB;
function latchkey_request_code(Client: Pointer; var Json: PAnsiChar): Integer; cdecl; external LIB;

{ Copies a text of the library, and frees the original. }
function Taken(Text: PAnsiChar): UTF8String;
begin
  SetString(Result, Text, StrLen(Text));
  latchkey_free(Text);
end;

{ Returns the result of a call, or raises its error. Json is passed by reference, so that it is read after the call. }
function Done(Status: Integer; var Json: PAnsiChar): UTF8String;
begin
  Result := '{}';
  if Json <> nil then
    Result := Taken(Json);
  case Status of
    OK: ;
    REFUSED: raise ELatchkeyRefused.Create(Result);
    UNAVAILABLE: raise ELatchkeyUnavailable.Create(Result);
  else
    raise ELatchkeyMisuse.Create(Result);
  end;
end;

function TextOrNil(const Text: UTF8String): PAnsiChar;
begin
  if Text = '' then
    Result := nil
  else
    Result := PAnsiChar(Text);
end;

function NumberOf(const Json, Pointer: UTF8String): Integer;
begin
  Result := StrToIntDef(string(LatchkeyMember(Json, Pointer)), 0);
end;

function LatchkeyVersion: UTF8String;
begin
  Result := UTF8String(latchkey_version);
end;

function LatchkeyMember(const Json, Pointer: UTF8String): UTF8String;
var
  Text: PAnsiChar;
begin
  Result := '';
  if latchkey_json_get(PAnsiChar(Json), PAnsiChar(Pointer), Text) = OK then
    Result := Taken(Text);
end;

function LatchkeyQuote(const Text: UTF8String): UTF8String;
var
  Each: AnsiChar;
begin
  Result := '"';
  for Each in Text do
    case Each of
      '"', '\': Result := Result + '\' + Each;
      #0..#31: Result := Result + UTF8String('\u' + IntToHex(Ord(Each), 4));
    else
      Result := Result + Each;
    end;
  Result := Result + '"';
end;

function QuotedList(const Texts: array of UTF8String): UTF8String;
var
  I: Integer;
begin
  Result := '';
  for I := 0 to High(Texts) do
  begin
    if I > 0 then
      Result := Result + ', ';
    Result := Result + LatchkeyQuote(Texts[I]);
  end;
  Result := '[' + Result + ']';
end;

function LatchkeyOptions(const Hosts: array of UTF8String; const AppKey, AppSecret: UTF8String;
  const PublicKeys: array of UTF8String; const More: UTF8String): UTF8String;
begin
  Result := '{"hosts": ' + QuotedList(Hosts) + ', "app_key": ' + LatchkeyQuote(AppKey) + ', "app_secret": ' +
    LatchkeyQuote(AppSecret) + ', "public_keys": ' + QuotedList(PublicKeys);
  if More <> '' then
    Result := Result + ', ' + More;
  Result := Result + '}';
end;

constructor ELatchkey.Create(const AJson: UTF8String);
begin
  inherited Create(string(LatchkeyMember(AJson, '/message')));
  Json := AJson;
end;

constructor ELatchkeyRefused.Create(const AJson: UTF8String);
begin
  inherited Create(AJson);
  Code := NumberOf(AJson, '/code');
  ErrorName := LatchkeyMember(AJson, '/name');
  Reason := LatchkeyMember(AJson, '/reason');
  TellEnglish := LatchkeyMember(AJson, '/tell/en');
  TellChinese := LatchkeyMember(AJson, '/tell/zh');
end;

constructor ELatchkeyUnavailable.Create(const AJson: UTF8String);
begin
  inherited Create(AJson);
  Reason := LatchkeyMember(AJson, '/reason');
  RetryAfter := NumberOf(AJson, '/retry_after');
end;

{ TLatchkeyClient }

constructor TLatchkeyClient.Create(const Options: UTF8String);
var
  Json: PAnsiChar;
begin
  inherited Create;
  Done(latchkey_client_new(PAnsiChar(Options), nil, FHandle, Json), Json);
end;

destructor TLatchkeyClient.Destroy;
begin
  latchkey_client_free(FHandle);
  inherited Destroy;
end;

function TLatchkeyClient.Opened(Status: Integer; var Session: Pointer; var Json: PAnsiChar): TLatchkeySession;
var
  Info: UTF8String;
begin
  Info := Done(Status, Json);
  Result := TLatchkeySession.Create;
  Result.FHandle := Session;
  Result.FInfo := Info;
end;

function TLatchkeyClient.Login(const Card: UTF8String): TLatchkeySession;
var
  Session: Pointer;
  Json: PAnsiChar;
begin
  Result := Opened(latchkey_login(FHandle, PAnsiChar(Card), Session, Json), Session, Json);
end;

function TLatchkeyClient.UserLogin(const Username, Password: UTF8String): TLatchkeySession;
var
  Session: Pointer;
  Json: PAnsiChar;
begin
  Result := Opened(latchkey_user_login(FHandle, PAnsiChar(Username), PAnsiChar(Password), Session, Json), Session,
    Json);
end;

function TLatchkeyClient.TrialLogin: TLatchkeySession;
var
  Session: Pointer;
  Json: PAnsiChar;
begin
  Result := Opened(latchkey_trial_login(FHandle, Session, Json), Session, Json);
end;

procedure TLatchkeyClient.Recharge(const Card, UseCard: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_recharge(FHandle, PAnsiChar(Card), PAnsiChar(UseCard), Json), Json);
end;

procedure TLatchkeyClient.RechargeUser(const Username, Card: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_recharge_user(FHandle, PAnsiChar(Username), PAnsiChar(Card), Json), Json);
end;

procedure TLatchkeyClient.RegisterUser(const Username, Password, Card: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_register(FHandle, PAnsiChar(Username), PAnsiChar(Password), PAnsiChar(Card), Json), Json);
end;

procedure TLatchkeyClient.ChangePassword(const Username, Password, NewPassword: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_change_password(FHandle, PAnsiChar(Username), PAnsiChar(Password), PAnsiChar(NewPassword), Json), Json);
end;

procedure TLatchkeyClient.UnbindByPassword(const Card, Password: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_unbind_by_password(FHandle, PAnsiChar(Card), PAnsiChar(Password), Json), Json);
end;

function TLatchkeyClient.Variable(const Name, Card: UTF8String): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_variable(FHandle, PAnsiChar(Name), TextOrNil(Card), Json), Json);
end;

function TLatchkeyClient.CallFunction(const Name, Params: UTF8String): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_call_function(FHandle, PAnsiChar(Name), TextOrNil(Params), Json), Json);
end;

function TLatchkeyClient.SoftwareConfig: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_software_config(FHandle, Json), Json);
end;

function TLatchkeyClient.Notice: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_notice(FHandle, Json), Json);
end;

function TLatchkeyClient.LatestVersion(const Channel: UTF8String): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_latest_version(FHandle, TextOrNil(Channel), Json), Json);
end;

function TLatchkeyClient.Call(const Method, Path, Parameters: UTF8String): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_call(FHandle, PAnsiChar(Method), PAnsiChar(Path), TextOrNil(Parameters), Json), Json);
end;

function TLatchkeyClient.OpenTicket(const Text: UTF8String): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_open_ticket(FHandle, TextOrNil(Text), Json), Json);
end;

function TLatchkeyClient.RequestCode: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := LatchkeyMember(Done(latchkey_request_code(FHandle, Json), Json), '/code');
end;

function TLatchkeyClient.DeviceId: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := LatchkeyMember(Done(latchkey_device_id(FHandle, Json), Json), '/device_id');
end;

{ TLatchkeySession }

destructor TLatchkeySession.Destroy;
begin
  latchkey_session_free(FHandle);
  inherited Destroy;
end;

procedure TLatchkeySession.Keep;
var
  Json: PAnsiChar;
begin
  Done(latchkey_keep(FHandle, nil, nil, Json), Json);
end;

function TLatchkeySession.Licensed: Boolean;
begin
  Result := latchkey_licensed(FHandle) = 1;
end;

function TLatchkeySession.State: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_state(FHandle, Json), Json);
end;

function TLatchkeySession.NextEvent(WaitMs: Integer): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_next_event(FHandle, WaitMs, Json), Json);
end;

procedure TLatchkeySession.Close;
var
  Json: PAnsiChar;
begin
  Done(latchkey_close(FHandle, Json), Json);
end;

function TLatchkeySession.Heartbeat: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_heartbeat(FHandle, Json), Json);
end;

procedure TLatchkeySession.Logout;
var
  Json: PAnsiChar;
begin
  Done(latchkey_logout(FHandle, Json), Json);
end;

function TLatchkeySession.Consume(const RequestId: UTF8String; Amount: Integer): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_consume(FHandle, PAnsiChar(RequestId), Amount, Json), Json);
end;

function TLatchkeySession.Ticket: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_ticket(FHandle, Json), Json);
end;

procedure TLatchkeySession.Unbind(const DeviceId: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_unbind(FHandle, PAnsiChar(DeviceId), Json), Json);
end;

procedure TLatchkeySession.SetUnbindPassword(const Password: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_set_unbind_password(FHandle, PAnsiChar(Password), Json), Json);
end;

function TLatchkeySession.Config: UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_config(FHandle, Json), Json);
end;

procedure TLatchkeySession.SetConfig(const Text: UTF8String);
var
  Json: PAnsiChar;
begin
  Done(latchkey_set_config(FHandle, PAnsiChar(Text), Json), Json);
end;

function TLatchkeySession.Variable(const Name: UTF8String): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_session_variable(FHandle, PAnsiChar(Name), Json), Json);
end;

function TLatchkeySession.CallFunction(const Name, Params, RequestId: UTF8String): UTF8String;
var
  Json: PAnsiChar;
begin
  Result := Done(latchkey_session_call_function(FHandle, PAnsiChar(Name), TextOrNil(Params), TextOrNil(RequestId),
    Json), Json);
end;

end.
