{ Logs in with a card and works until the licence ends; the end of the program logs out.

    LATCHKEY_SERVER=https://license.example.com LATCHKEY_APP_KEY=... LATCHKEY_APP_SECRET=... LATCHKEY_PUBLIC_KEY=... \
    LATCHKEY_CARD=VIP-7Q2M-9XKD ./Console }
program Console;

{$IFDEF FPC}{$MODE DELPHI}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF UNIX}cthreads, {$ENDIF}SysUtils, Latchkey;

function Setting(const Name: string): UTF8String;
begin
  Result := UTF8String(GetEnvironmentVariable('LATCHKEY_' + Name));
end;

procedure Say(const Text: UTF8String);
begin
  WriteLn(Text);
  Flush(Output);
end;

{ The work needs a value that only the server has, not a yes or no. A failure here does not end the session. }
procedure Work(Session: TLatchkeySession);
begin
  try
    Say('value: ' + LatchkeyMember(Session.Variable('greeting'), '/value'));
  except
    on Error: ELatchkeyRefused do
      if Error.Code = 10501 then
        Say('working; the application has no variable named greeting')
      else
        WriteLn(ErrOutput, Error.Code, ' ', Error.Message);
    on Error: ELatchkeyUnavailable do
      WriteLn(ErrOutput, Error.Message);
  end;
end;

procedure Run;
var
  Client: TLatchkeyClient;
  Session: TLatchkeySession;
  Event, More, State, Tell: UTF8String;
begin
  More := '"version": "1.0.0"';
  if Setting('SIGN_MODE') <> '' then
    More := More + ', "sign_mode": ' + LatchkeyQuote(Setting('SIGN_MODE'));
  Session := nil;
  { In your program these are constants. }
  Client := TLatchkeyClient.Create(LatchkeyOptions([Setting('SERVER')], Setting('APP_KEY'), Setting('APP_SECRET'),
    [Setting('PUBLIC_KEY')], More));
  try
    Session := Client.Login(Setting('CARD')); { raises unless the card is licensed }
    Say('licensed until: ' + LatchkeyMember(Session.Info, '/expires'));
    Session.Keep;
    while Session.Licensed do
    begin
      Work(Session);
      Event := Session.NextEvent(2000); { waits, at most 2 s }
      if LatchkeyMember(Event, '/event') <> '' then
        Say('event: ' + LatchkeyMember(Event, '/event'));
    end;
    ExitCode := 1; { your program: close what the licence opens }
    State := Session.State;
    Tell := LatchkeyMember(State, '/tell/en'); { for the customer, after a refusal }
    if Tell <> '' then
    begin
      Say('not licensed: ' + Tell);
      WriteLn(ErrOutput, LatchkeyMember(State, '/reason'), ' ', LatchkeyMember(State, '/code'));
    end
    else
    begin
      Say('not licensed: The licence has ended.');
      WriteLn(ErrOutput, LatchkeyMember(State, '/reason'));
    end;
  finally
    Session.Free; { closes the keeper, which logs out }
    Client.Free;
  end;
end;

begin
  ExitCode := 0;
  try
    Run;
  except
    on Error: ELatchkeyRefused do
    begin
      Say('not licensed: ' + Error.TellEnglish); { for the customer; TellChinese in Chinese }
      WriteLn(ErrOutput, Error.Code, ' ', Error.Message);
      ExitCode := 1;
    end;
    on Error: ELatchkeyUnavailable do
    begin
      Say('not licensed: The licence server cannot be reached. Please try again later.');
      WriteLn(ErrOutput, Error.Message);
      ExitCode := 1;
    end;
    on Error: ELatchkeyMisuse do
    begin
      WriteLn(ErrOutput, Error.Message);
      ExitCode := 2;
    end;
  end;
end.
