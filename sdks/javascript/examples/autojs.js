// A script for Auto.js and AutoX: asks for the card, works while the licence holds, and shows what happens.
// Put latchkey.js beside it: npm run build writes dist/autojs/latchkey.js.
var latchkey = require('./latchkey.js');

var client = latchkey.createClient({
  hosts: ['https://license.example.com'],
  appKey: 'APP_KEY',
  appSecret: 'APP_SECRET',
  publicKeys: ['PUBLIC_KEY'],
});
var kept = storages.create('my-script');

/** Returns a session, or null if the customer gives up. */
function logIn() {
  for (;;) {
    var card = dialogs.rawInput('请输入卡密', kept.get('card', ''));
    if (card === null) return null;
    try {
      var session = client.login(card);
      kept.put('card', card);
      return session;
    } catch (error) {
      if (error.kind === 'misuse') toast('请输入卡密。');
      else toast(error.tell ? error.tell.zh : '暂时无法连接授权服务器，请稍后再试。');
      console.error(error.message); // for the developer
    }
  }
}

function onEvent(event) {
  if (event.event === 'online') toast('已恢复连接。');
  if (event.event === 'offline') toast('暂时无法连接授权服务器。');
  if (event.event === 'expiring') toast('授权将在 ' + Math.ceil(event.leftSec / 60) + ' 分钟后到期。');
  if (event.event === 'ended') toast(event.tell ? event.tell.zh : '授权已结束，脚本停止运行。');
}

/** The work needs a value that only the server has, not a yes or no. A failure here does not end the session. */
function work(session) {
  try {
    console.log('value: ' + session.variable('greeting').value);
  } catch (error) {
    console.log(error.message);
  }
}

function run(session) {
  var keeper = session.keep(onEvent);
  events.on('exit', keeper.close); // also when the customer stops the script
  toast('登录成功，有效期至 ' + session.expires);
  // There is only one thread, so the keeper beats between the steps of the work.
  for (var pause = keeper.tick(); pause !== undefined; pause = keeper.tick()) {
    work(session);
    sleep(Math.min(pause, 5000));
  }
}

var session = logIn();
if (session) run(session);
exit();
