package latchkey;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Sends one request over a separate connection, which is closed afterwards. If an answer stops halfway, the JDK
 * cannot close the connection immediately: the connection stays open for at most one further timeout. If a server
 * ignores {@code Connection: close}, the JDK continues to read from the connection, but from at most ten connections
 * at a time. If a connection ends without an answer, the JDK itself repeats a GET. The repeated request has the same
 * nonce, so the server executes it at most once.
 */
final class Http {
  /** An answer from a server or from a proxy. */
  static final class Response {
    final int status;
    final byte[] body;
    /** Seconds of {@code Retry-After}, or null. */
    final Long retryAfter;
    /** Epoch seconds of {@code Date}, or null. */
    final Long date;

    Response(int status, byte[] body, Long retryAfter, Long date) {
      this.status = status;
      this.body = body;
      this.retryAfter = retryAfter;
      this.date = date;
    }
  }

  private final String host;
  private final String method;
  private final String path;
  private final String form;
  private final long deadline;
  private volatile HttpURLConnection connection;
  private volatile boolean connected;
  /** True once the caller no longer waits. Guarded by this. */
  private boolean abandoned;

  private Http(String host, String method, String path, String form, long timeoutMillis) {
    this.host = host;
    this.method = method;
    this.path = path;
    this.form = form;
    this.deadline = Clock.monotonicMillis() + timeoutMillis;
  }

  /**
   * Sends a request, and returns within the timeout. A separate thread sends it, since the timeouts of
   * HttpURLConnection limit neither a name lookup nor an answer that arrives byte by byte.
   *
   * @param host address without a slash at its end
   * @param form parameters, encoded
   */
  static Response send(String host, String method, String path, String form, long timeoutMillis)
      throws UnavailableException {
    final Http request = new Http(host, method, path, form, timeoutMillis);
    FutureTask<Response> task =
        new FutureTask<>(
            new Callable<Response>() {
              @Override
              public Response call() throws Exception {
                return request.exchange();
              }
            });
    startDaemon("latchkey-request", task);
    try {
      return task.get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException error) {
      Throwable cause = error.getCause();
      if (cause instanceof UnavailableException) throw (UnavailableException) cause;
      if (cause instanceof HttpRetryException) throw UnavailableException.untrusted("it asks for a login");
      throw request.failed(plain(cause));
    } catch (TimeoutException error) {
      request.abort();
      throw request.failed("no answer in time");
    } catch (InterruptedException error) {
      request.abort();
      Thread.currentThread().interrupt();
      throw request.failed("interrupted");
    }
  }

  static Thread startDaemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private UnavailableException failed(String cause) {
    URI address = URI.create(host);
    String origin = address.getScheme() + "://" + address.getRawAuthority();
    String message = "the licence server cannot be reached: " + origin + ": " + cause;
    return new UnavailableException(UnavailableException.Reason.NETWORK, message, null, !connected);
  }

  /** Returns plain words without the cause's own message, which may contain the address with all parameters. */
  private static String plain(Throwable cause) {
    if (cause instanceof UnknownHostException) return "unknown host name";
    if (cause instanceof SocketTimeoutException || cause instanceof OutOfTime) return "no answer in time";
    if (cause instanceof NoRouteToHostException) return "no route to the host";
    if (cause instanceof ConnectException) {
      boolean late = String.valueOf(cause.getMessage()).contains("timed out");
      return late ? "no answer in time" : "connection refused";
    }
    if (cause instanceof SSLPeerUnverifiedException) return "its certificate is of another host";
    if (cause instanceof SSLHandshakeException) return "no TLS: its certificate or protocol is not accepted";
    if (cause instanceof SSLException) return "TLS failed";
    if (cause instanceof IOException) return "the connection was cut off";
    return "the request failed: " + cause.getClass().getSimpleName();
  }

  /** The timeout has passed between two parts of an answer. */
  private static final class OutOfTime extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Sends nothing from now on. Closes the connection in another thread, since in some versions of Java the call that
   * closes it waits for the thread that reads.
   */
  private void abort() {
    synchronized (this) {
      abandoned = true;
    }
    final HttpURLConnection open = connection;
    if (open == null) return;
    startDaemon(
        "latchkey-abort",
        new Runnable() {
          @Override
          public void run() {
            open.disconnect();
          }
        });
  }

  private Response exchange() throws IOException, UnavailableException {
    boolean post = method.equals("POST");
    URL url = new URL(host + path + (post || form.isEmpty() ? "" : "?" + form));
    HttpURLConnection open = (HttpURLConnection) url.openConnection();
    connection = open;
    try {
      int remaining = remaining();
      open.setConnectTimeout(remaining);
      open.setReadTimeout(remaining);
      open.setRequestMethod(method);
      open.setInstanceFollowRedirects(false);
      open.setUseCaches(false);
      open.setRequestProperty("Accept", "application/json");
      open.setRequestProperty("Accept-Encoding", "identity"); // Android asks for gzip otherwise
      open.setRequestProperty("Connection", "close");
      open.setRequestProperty("User-Agent", "latchkey-java");
      byte[] body = Protocol.utf8(form);
      if (post) {
        open.setDoOutput(true);
        // HttpURLConnection never repeats a streamed body by itself.
        open.setFixedLengthStreamingMode(body.length);
        open.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
      }
      open.connect();
      beginToSend();
      if (post) {
        OutputStream out = open.getOutputStream();
        out.write(body);
        out.close();
      }
      int status = open.getResponseCode();
      if (status < 0) throw UnavailableException.untrusted("it is not HTTP");
      long date = open.getDate();
      return new Response(status, read(open), retryAfter(open), date > 0 ? date / 1000 : null);
    } finally {
      open.disconnect();
    }
  }

  /** Fails if the caller no longer waits, since it was told that nothing was sent, and may have asked another host. */
  private synchronized void beginToSend() throws IOException {
    if (abandoned) throw new OutOfTime();
    connected = true;
  }

  private byte[] read(HttpURLConnection open) throws IOException, UnavailableException {
    InputStream in = open.getErrorStream();
    if (in == null) in = open.getResponseCode() < 400 ? open.getInputStream() : null;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (in == null) return body.toByteArray();
    byte[] buffer = new byte[8192];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      body.write(buffer, 0, count);
      if (body.size() > Answers.MAX_BYTES) throw UnavailableException.untrusted("it is larger than 1 MiB");
      remaining();
    }
    int length = open.getContentLength();
    if (length >= 0 && body.size() < length) throw new IOException("cut off");
    // Java reads beyond the declared length if the connection is closed afterwards.
    if (length >= 0 && body.size() > length) throw UnavailableException.untrusted("it is longer than declared");
    return body.toByteArray();
  }

  private int remaining() throws IOException {
    long remaining = deadline - Clock.monotonicMillis();
    if (remaining <= 0) throw new OutOfTime();
    return (int) remaining;
  }

  private static Long retryAfter(HttpURLConnection open) {
    String text = open.getHeaderField("Retry-After");
    if (text == null || !text.trim().matches("[0-9]{1,9}")) return null;
    return Long.valueOf(text.trim());
  }
}
