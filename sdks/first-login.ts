// Describes the programs examples/first-login of all SDKs and the commands that install the SDKs from a server, and
// writes an application's values into the programs. The panel, the SDKs' pages and the conformance tests use this file.

/** Values of the programs' constants, which the values of an application replace. */
export const PLACEHOLDERS = {
  server: 'https://licence.example.com',
  appKey: 'YOUR_APP_KEY',
  appSecret: 'YOUR_APP_SECRET',
  publicKey: 'YOUR_PUBLIC_KEY',
  signMode: 'hmac-sha256-path',
  card: 'YOUR_CARD',
};

/** Texts without quotes, backslashes and `$`. */
export interface FirstLoginValues {
  /** Address of the server without a trailing slash. */
  server: string;
  appKey: string;
  appSecret: string;
  /** Undefined if no key signs the answers: the list of public keys is then empty. */
  publicKey: string | undefined;
  signMode: string;
  card: string;
}

const NAMES = Object.keys(PLACEHOLDERS) as (keyof FirstLoginValues)[];
/** Matches a placeholder with its quotes and the space before them, if any. In a C string, the quotes are escaped. */
const QUOTED = new RegExp(
  String.raw`( ?)(\\?["'])(${Object.values(PLACEHOLDERS)
    .join('|')
    .replaceAll('.', String.raw`\.`)})\2`,
  'g',
);

/** Writes values into the constants of a program. */
export function fillFirstLogin(program: string, values: FirstLoginValues): string {
  return program.replaceAll(QUOTED, (_, space: string, quote: string, placeholder: string) => {
    const value = values[NAMES.find((name) => PLACEHOLDERS[name] === placeholder)!];
    return value === undefined ? '' : space + quote + value + quote;
  });
}

export interface FirstLogin {
  /** Unique; also the language of the code block in a page. */
  id: string;
  language: string;
  /** Folder of the SDK. */
  sdk: string;
  /** The program in that folder. */
  source: string;
  /** Name of the file in which a seller saves the program. */
  file: string;
  /** Programs and libraries that must be installed first. */
  needs: string;
  /** Shell commands that install the SDK from a server in the folder of the program. */
  install: (server: string) => string;
  /** Shell commands that run the program in this folder. */
  run: string;
}

/** Path of the archive of an SDK at the server. It contains one folder, `latchkey-<sdk>`. */
export const archiveOf = (sdk: string): string => `/sdks/latchkey-${sdk}.tar.gz`;

/** Files that the server also offers outside the archives, since a program needs nothing but this one file. */
export const SINGLE_FILES = { lua: '/sdks/latchkey.lua', autojs: '/sdks/latchkey.js' };

const unpack = (sdk: string, server: string, folder = '') =>
  `curl -O ${server}${archiveOf(sdk)}\ntar -xf latchkey-${sdk}.tar.gz${folder}`;

const buildNative = (server: string) => `${unpack('native', server)}
cmake -S latchkey-native -B latchkey-native/build -DCMAKE_BUILD_TYPE=Release
cmake --build latchkey-native/build`;

const NATIVE_NEEDS = 'CMake, libcurl, libsodium, OpenSSL, nlohmann/json';
const NATIVE_FLAGS =
  '-Ilatchkey-native/include -Llatchkey-native/build -llatchkey -Wl,-rpath,"$PWD/latchkey-native/build"';

export const FIRST_LOGINS: readonly FirstLogin[] = [
  {
    id: 'javascript',
    language: 'JavaScript',
    sdk: 'javascript',
    source: 'examples/first-login.mjs',
    file: 'first-login.mjs',
    needs: 'Node 18+',
    install: (server) => `npm install ${server}${archiveOf('javascript')}`,
    run: 'node first-login.mjs',
  },
  {
    id: 'python',
    language: 'Python',
    sdk: 'python',
    source: 'examples/first_login.py',
    file: 'first_login.py',
    needs: 'Python 3.8+',
    install: (server) => `pip install "latchkey[ed25519] @ ${server}${archiveOf('python')}"`,
    run: 'python3 first_login.py',
  },
  {
    id: 'java',
    language: 'Java',
    sdk: 'java',
    source: 'examples/FirstLogin.java',
    file: 'FirstLogin.java',
    needs: 'JDK 15+',
    install: (server) => unpack('java', server),
    run: `javac -encoding UTF-8 -d classes -sourcepath latchkey-java/src/main/java FirstLogin.java
java -cp classes FirstLogin`,
  },
  {
    id: 'csharp',
    language: 'C#',
    sdk: 'csharp',
    source: 'examples/FirstLogin.cs',
    file: 'FirstLogin.cs',
    needs: '.NET SDK',
    // Unpacks beside the project. Inside the project, dotnet would also compile the SDK's files as the project's own.
    install: (server) =>
      `${unpack('csharp', server, ' -C ..')}\ndotnet add reference ../latchkey-csharp/Latchkey.csproj`,
    run: 'dotnet run',
  },
  {
    id: 'cpp',
    language: 'C++',
    sdk: 'native',
    source: 'examples/first-login.cpp',
    file: 'first-login.cpp',
    needs: NATIVE_NEEDS,
    install: buildNative,
    run: `c++ -std=c++17 first-login.cpp ${NATIVE_FLAGS} -o first-login\n./first-login`,
  },
  {
    id: 'c',
    language: 'C',
    sdk: 'native',
    source: 'examples/first-login.c',
    file: 'first-login.c',
    needs: NATIVE_NEEDS,
    install: buildNative,
    run: `cc first-login.c ${NATIVE_FLAGS} -o first-login\n./first-login`,
  },
  {
    id: 'go',
    language: 'Go',
    sdk: 'go',
    source: 'examples/first-login/main.go',
    file: 'main.go',
    needs: 'Go 1.19+',
    install: (server) => `go mod init yourapp # if it is new
${unpack('go', server)}
go mod edit -require=latchkey@v0.0.0 -replace=latchkey=./latchkey-go`,
    run: 'go run .',
  },
  {
    id: 'php',
    language: 'PHP',
    sdk: 'php',
    source: 'examples/first-login.php',
    file: 'first-login.php',
    needs: 'PHP 8.1+, php-curl',
    install: (server) => unpack('php', server),
    run: 'php first-login.php',
  },
  {
    id: 'lua',
    language: 'Lua',
    sdk: 'lua',
    source: 'examples/first-login.lua',
    file: 'first-login.lua',
    needs: 'LuaJIT, luasocket, luasec, luaossl',
    install: (server) => `curl -O ${server}${SINGLE_FILES.lua}`,
    run: 'luajit first-login.lua',
  },
];
