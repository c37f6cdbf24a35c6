using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>Sends one request over a separate connection, which is closed afterwards.</summary>
    internal sealed class Http : IDisposable
    {
        /// <summary>An answer from a server or from a proxy.</summary>
        internal sealed class Response
        {
            internal Response(int status, byte[] body, long? retryAfter, long? date)
            {
                Status = status;
                Body = body;
                RetryAfter = retryAfter;
                Date = date;
            }

            internal int Status { get; }

            internal byte[] Body { get; }

            /// <summary>Seconds of <c>Retry-After</c>, or null.</summary>
            internal long? RetryAfter { get; }

            /// <summary>Epoch seconds of <c>Date</c>, or null.</summary>
            internal long? Date { get; }
        }

        /// <summary>
        /// The body of a request. HttpClient asks for it when it has a connection. A body that was not asked for was
        /// therefore never sent.
        /// </summary>
        private sealed class Form : HttpContent
        {
            private readonly object gate = new object();
            private readonly byte[] bytes;
            private bool isSent;
            private bool isAbandoned;

            internal Form(string form)
            {
                bytes = Protocol.Utf8(form);
                // Without a charset, since the server accepts only UTF-8.
                Headers.ContentType = new MediaTypeHeaderValue("application/x-www-form-urlencoded");
            }

            /// <summary>Prevents that the form is sent later. Returns true if it was not sent.</summary>
            internal bool Abandon()
            {
                lock (gate)
                {
                    isAbandoned = true;
                    return !isSent;
                }
            }

            protected override Task SerializeToStreamAsync(Stream stream, TransportContext context)
            {
                lock (gate)
                {
                    if (isAbandoned) throw new IOException("given up");
                    isSent = true;
                }
                return stream.WriteAsync(bytes, 0, bytes.Length);
            }

            protected override bool TryComputeLength(out long length)
            {
                length = bytes.Length;
                return true;
            }
        }

        private readonly HttpClient client =
            new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false })
            {
                Timeout = Timeout.InfiniteTimeSpan, // each request has its own
            };

        /// <summary>Sends a request, and returns within the timeout even if a name lookup or an answer is slow.</summary>
        /// <param name="host">address without a slash at its end</param>
        /// <param name="method">GET, POST or DELETE</param>
        /// <param name="path">percent-encoded</param>
        /// <param name="form">parameters, encoded</param>
        /// <param name="timeoutMillis">connecting included</param>
        /// <param name="cancellation">token of the caller</param>
        internal async Task<Response> SendAsync(
            string host, string method, string path, string form, long timeoutMillis, CancellationToken cancellation)
        {
            cancellation.ThrowIfCancellationRequested();
            using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            {
                var content = method == "POST" ? new Form(form) : null;
                var exchange = ExchangeAsync(host, method, path, form, content, limit.Token);
                var timer = Task.Delay(TimeSpan.FromMilliseconds(timeoutMillis), limit.Token);
                await Task.WhenAny(exchange, timer).ConfigureAwait(false);
                var isInTime = exchange.IsCompleted;
                limit.Cancel(); // ends the timer, or the exchange
                var isUnsent = content != null && content.Abandon();
                if (!isInTime)
                {
                    _ = exchange.ContinueWith(
                        late => late.Exception,
                        CancellationToken.None,
                        TaskContinuationOptions.OnlyOnFaulted,
                        TaskScheduler.Default);
                    cancellation.ThrowIfCancellationRequested();
                    throw Failed(host, "no answer in time", isUnsent);
                }
                try
                {
                    return await exchange.ConfigureAwait(false);
                }
                catch (Exception error) when (!(error is LatchkeyException))
                {
                    cancellation.ThrowIfCancellationRequested();
                    throw Failed(host, Plain(error), isUnsent || IsBeforeSending(error));
                }
            }
        }

        private static UnavailableException Failed(string host, string cause, bool notDone)
        {
            var origin = new Uri(host).GetLeftPart(UriPartial.Authority);
            return new UnavailableException(UnavailableReason.Network, "the licence server cannot be reached: " + origin + ": " + cause, null, notDone);
        }

        /// <summary>
        /// Returns plain words for an error, without the exception's own message, which may contain the address with
        /// all parameters.
        /// </summary>
        private static string Plain(Exception error)
        {
            for (var cause = error; cause != null; cause = cause.InnerException)
            {
                if (cause is AuthenticationException) return "no TLS: its certificate or protocol is not accepted";
                if (cause is SocketException socket) return Plain(socket.SocketErrorCode);
                if (cause is WebException web && web.InnerException == null) return Plain(web.Status);
            }
            if (error.GetBaseException() is IOException) return "the connection was cut off";
            return "the request failed: " + error.GetBaseException().GetType().Name;
        }

        private static string Plain(SocketError error)
        {
            switch (error)
            {
                case SocketError.ConnectionRefused:
                    return "connection refused";
                case SocketError.HostNotFound:
                case SocketError.NoData:
                case SocketError.TryAgain:
                    return "unknown host name";
                case SocketError.HostUnreachable:
                case SocketError.NetworkUnreachable:
                    return "no route to the host";
                case SocketError.TimedOut:
                    return "no answer in time";
                case SocketError.ConnectionReset:
                case SocketError.ConnectionAborted:
                case SocketError.Shutdown:
                    return "the connection was cut off";
                default:
                    return "no connection: " + error;
            }
        }

        private static string Plain(WebExceptionStatus status)
        {
            switch (status)
            {
                case WebExceptionStatus.ConnectFailure:
                    return "no connection";
                case WebExceptionStatus.NameResolutionFailure:
                case WebExceptionStatus.ProxyNameResolutionFailure:
                    return "unknown host name";
                case WebExceptionStatus.SecureChannelFailure:
                case WebExceptionStatus.TrustFailure:
                    return "no TLS: its certificate or protocol is not accepted";
                case WebExceptionStatus.Timeout:
                    return "no answer in time";
                default:
                    return "the connection was cut off";
            }
        }

        private async Task<Response> ExchangeAsync(
            string host, string method, string path, string form, Form content, CancellationToken cancellation)
        {
            var address = new Uri(host + path + (content != null || form.Length == 0 ? "" : "?" + form));
            using (var request = new HttpRequestMessage(new HttpMethod(method), address))
            {
                request.Headers.TryAddWithoutValidation("Accept", "application/json");
                request.Headers.TryAddWithoutValidation("User-Agent", "latchkey-csharp");
                request.Headers.ConnectionClose = true;
                request.Headers.ExpectContinue = false;
                request.Content = content;
                var reading = HttpCompletionOption.ResponseHeadersRead;
                using (var response = await client.SendAsync(request, reading, cancellation).ConfigureAwait(false))
                {
                    var body = await ReadAsync(response.Content, cancellation).ConfigureAwait(false);
                    return new Response((int)response.StatusCode, body, RetryAfter(response), Date(response));
                }
            }
        }

        private static async Task<byte[]> ReadAsync(HttpContent content, CancellationToken cancellation)
        {
            var body = new MemoryStream();
            if (content == null) return body.ToArray();
            using (var stream = await content.ReadAsStreamAsync().ConfigureAwait(false))
            {
                var buffer = new byte[8192];
                while (true)
                {
                    var count = await stream.ReadAsync(buffer, 0, buffer.Length, cancellation).ConfigureAwait(false);
                    if (count == 0) break;
                    body.Write(buffer, 0, count);
                    if (body.Length > Answers.MaxBytes) throw UnavailableException.Untrusted("it is larger than 1 MiB");
                }
            }
            if (body.Length < content.Headers.ContentLength) throw new IOException("cut off");
            return body.ToArray();
        }

        private static long? RetryAfter(HttpResponseMessage response)
        {
            var delta = response.Headers.RetryAfter?.Delta;
            return delta == null ? null : (long?)delta.Value.TotalSeconds;
        }

        private static long? Date(HttpResponseMessage response)
        {
            return response.Headers.Date?.ToUnixTimeSeconds();
        }

        /// <summary>Returns true if the connection failed before the request could be sent.</summary>
        private static bool IsBeforeSending(Exception error)
        {
            for (var cause = error; cause != null; cause = cause.InnerException)
            {
                if (cause is AuthenticationException) return true; // TLS
                if (cause is SocketException socket)
                {
                    switch (socket.SocketErrorCode)
                    {
                        case SocketError.ConnectionRefused:
                        case SocketError.HostNotFound:
                        case SocketError.HostUnreachable:
                        case SocketError.NetworkUnreachable:
                        case SocketError.NoData:
                        case SocketError.TryAgain:
                            return true;
                    }
                }
                if (cause is WebException web)
                {
                    switch (web.Status)
                    {
                        case WebExceptionStatus.ConnectFailure:
                        case WebExceptionStatus.NameResolutionFailure:
                        case WebExceptionStatus.ProxyNameResolutionFailure:
                        case WebExceptionStatus.SecureChannelFailure:
                        case WebExceptionStatus.TrustFailure:
                            return true;
                    }
                }
            }
            return false;
        }

        public void Dispose()
        {
            client.Dispose();
        }
    }
}
