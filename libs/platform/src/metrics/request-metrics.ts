import { Injectable } from '@nestjs/common';
import { counter, type Metric, type Sample } from './metric.js';

/** Upper bounds of the histogram buckets, in milliseconds. */
const BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** A request as Express has routed it. */
export interface AnsweredRequest {
  readonly method: string;
  /** Express's route, one for each method and path; `undefined` if no route matched. */
  readonly route?: { readonly path: unknown } | undefined;
  /** The route that the client called, if a different route handles the request. */
  readonly sentRoute?: { readonly path: string } | undefined;
  /** Time of `performance.now()`. */
  readonly startedAt: number;
}

/** Counts the responses of one endpoint. Every heartbeat is counted, so counting must take only a few additions. */
class RouteMetrics {
  /** Counts by code. */
  private readonly answers = new Map<number, number>();
  /**
   * Number of responses per bucket. Unlike Prometheus's buckets, these numbers are not cumulative. The last bucket is
   * for all slower responses.
   */
  private readonly times = [...BOUNDS_MS, Infinity].map(() => 0);
  private sumMs = 0;

  constructor(
    private readonly method: string,
    private readonly route: string,
  ) {}

  add(code: number, ms: number): void {
    this.answers.set(code, (this.answers.get(code) ?? 0) + 1);
    let index = 0;
    while (index < BOUNDS_MS.length && ms > BOUNDS_MS[index]!) index += 1;
    this.times[index]! += 1;
    this.sumMs += ms;
  }

  counts(): Sample[] {
    const { method, route } = this;
    return [...this.answers].map(([code, value]) => ({ value, labels: { method, route, code } }));
  }

  durations(): Sample[] {
    const labels = { method: this.method, route: this.route };
    let count = 0;
    const buckets = this.times.map((times, index) => {
      count += times;
      const le = index < BOUNDS_MS.length ? BOUNDS_MS[index]! / 1000 : '+Inf';
      return { suffix: '_bucket', value: count, labels: { ...labels, le } };
    });
    return [
      ...buckets,
      { suffix: '_sum', value: this.sumMs / 1000, labels },
      { suffix: '_count', value: count, labels },
    ];
  }
}

/** Counts answered requests by route, by code (client API) or HTTP status (elsewhere), and by duration. */
@Injectable()
export class RequestMetrics {
  /** Keyed by the route object, so that a lookup creates no string. */
  private readonly routes = new Map<object | undefined, RouteMetrics>();

  /**
   * Counts an answer.
   * @param code the envelope's code in the client API, elsewhere the HTTP status
   */
  record(request: AnsweredRequest, code: number): void {
    const route = request.sentRoute ?? request.route;
    const routeMetrics = this.routes.get(route) ?? this.add(request.method, route);
    routeMetrics.add(code, performance.now() - request.startedAt);
  }

  metrics(): Metric[] {
    const routes = [...this.routes.values()];
    return [
      counter(
        'latchkey_requests_total',
        'Completed requests, by code in the client API and by HTTP status elsewhere.',
        routes.flatMap((routeMetrics) => routeMetrics.counts()),
      ),
      {
        name: 'latchkey_request_duration_seconds',
        help: 'Duration of requests.',
        type: 'histogram',
        samples: routes.flatMap((routeMetrics) => routeMetrics.durations()),
      },
    ];
  }

  /**
   * Adds an entry for a route. Unmatched paths and the panel's files have no route. They share one entry without a
   * method, since clients can send arbitrary methods.
   */
  private add(method: string, route: AnsweredRequest['route']): RouteMetrics {
    const routeMetrics = route ? new RouteMetrics(method, String(route.path)) : new RouteMetrics('', '');
    this.routes.set(route, routeMetrics);
    return routeMetrics;
  }
}
