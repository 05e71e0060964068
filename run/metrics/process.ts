import { collectDefaultMetrics, Registry } from 'prom-client'
import { signInResults } from '#http/observe/counts.ts'
import type { Observed } from './observed.ts'
import { counter, type Family, gauge, histogram, readyGauge, type Sample, type Snapshot } from './snapshot.ts'

// The metrics of one process. Imported only when they are asked for: prom-client, which reads the usual facts about a process, takes time to load.

/** Returns the function that reads the current values. */
export function createSnapshot(observed: Observed): () => Promise<Snapshot> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'projectory_' })
  return async () => [
    ...callFamilies(observed),
    ...workFamilies(observed),
    ...stateFamilies(observed),
    ...(await readinessFamilies(observed)),
    ...(await processFamilies(registry)),
  ]
}

function callFamilies({ http, app, auth }: Observed): Family[] {
  const { calls, shed, inProgress, rateLimits } = http.observed
  const { responseCache } = http
  const counts = calls.list()
  const limits = [...rateLimits, ...(app.transfers.uploads.rate?.buckets ?? []), ...(auth ? [auth.retries, auth.failedTokens] : [])]
  return [
    counter(
      'projectory_http_requests_total',
      'calls by route and status; health checks are not counted',
      counts.flatMap(({ method, route, statuses }) =>
        statuses.map(([status, count]) => [{ method, route, status: String(status) }, count] as const),
      ),
    ),
    histogram(
      'projectory_http_request_duration_seconds',
      'time until the response was written, or a file sent; of an event stream until it was opened',
      counts.map(({ method, route, buckets, sumMs }) => ({ labels: { method, route }, buckets, sumMs })),
    ),
    gauge(
      'projectory_http_requests_in_progress',
      'calls being answered; cached responses take no time and are not counted',
      'sum',
      Object.entries(inProgress()).map(([kind, count]) => [{ kind }, count]),
    ),
    counter('projectory_http_requests_shed_total', 'calls refused because calls that need work had waited too long in line', shed()),
    counter(
      'projectory_problems_total',
      'refused calls by the code of the problem',
      [...app.counts.problems].map(([code, count]) => [{ code }, count]),
    ),
    counter(
      'projectory_rate_limit_refusals_total',
      'calls refused by a rate limit',
      limits.map(({ policy, refused }) => [{ policy: policy.name }, refused]),
    ),
    counter('projectory_idempotent_replays_total', 'repeated calls answered with the stored response', app.counts.idempotentReplays),
    counter('projectory_response_cache_hits_total', 'responses sent from the response cache', responseCache.hits),
    counter('projectory_response_cache_misses_total', 'responses that were made and could be cached', responseCache.misses),
    gauge('projectory_response_cache_entries', 'responses in the response cache', 'sum', responseCache.size),
    gauge('projectory_response_cache_bytes', 'estimated size of the response cache', 'sum', responseCache.bytes),
  ]
}

function workFamilies({ app, api, searches }: Observed): Family[] {
  const { files, bytes, refused, aborted } = app.transfers.uploads.counts
  return [
    histogram('projectory_search_duration_seconds', 'time of a text search in the index', [{ labels: {}, ...searches }]),
    counter('projectory_uploaded_files_total', 'files received', files),
    counter('projectory_uploaded_bytes_total', 'bytes of files received', bytes),
    counter('projectory_uploads_failed_total', 'uploads that were refused, or did not arrive completely', [
      [{ reason: 'refused' }, refused],
      [{ reason: 'aborted' }, aborted],
    ]),
    gauge('projectory_event_streams_open', 'open event streams', 'sum', api?.streams.count ?? 0),
    counter(
      'projectory_sign_ins_total',
      'returns from identity providers by result',
      signInResults.map((result) => [{ result }, app.counts.signIns[result]]),
    ),
  ]
}

function stateFamilies({ app, api, feed, worker, swept, version }: Observed): Family[] {
  const { inUse, idle, waiting, max } = app.sql.poolState()
  const files = swept()
  return [
    gauge('projectory_build_info', '1; the label is the version', 'max', [[{ version }, 1]]),
    gauge('projectory_catalog_lag_seconds', 'since the catalog last read the change feed', 'max', api ? api.catalog.lagMs() / 1000 : []),
    gauge('projectory_session_feed_lag_seconds', 'since the changes of sessions were last read', 'max', feed.lagMs() / 1000),
    gauge('projectory_catalog_projects', 'published projects in memory', 'max', api ? api.catalog.projectCount : []),
    gauge('projectory_database_pool_connections', 'connections to the database', 'sum', [
      [{ state: 'in_use' }, inUse],
      [{ state: 'idle' }, idle],
    ]),
    gauge('projectory_database_pool_waiting', 'callers waiting for a connection', 'sum', waiting),
    gauge('projectory_database_pool_max', 'the most connections', 'sum', max),
    gauge('projectory_files_missing', 'files in the database without content in the store', 'max', files ? files.missing.length : []),
    gauge('projectory_files_orphaned', 'contents in the store that the database does not use', 'max', files ? files.orphans : []),
    gauge('projectory_files_stored', 'contents in the store', 'max', files ? files.total : []),
    gauge('projectory_mail_breaker_open', '1 while the circuit breaker of the mail server is open', 'max', worker?.isOpen() ? 1 : 0),
  ]
}

async function readinessFamilies({ http, isLimitStoreUp }: Observed): Promise<Family[]> {
  const isUp = await isLimitStoreUp()
  const { checks, isDraining } = http.observed
  return [
    readyGauge(await checks()),
    gauge('projectory_rate_limit_store_up', '1 while the shared store of rate limits answers', 'min', isUp === null ? [] : Number(isUp)),
    gauge('projectory_draining', '1 while the process is stopping', 'max', isDraining() ? 1 : 0),
  ]
}

// Memory, CPU and handles of several processes are added; of delays and start times the latest counts.
const isLatest = /_eventloop_lag_|_start_time_|_version_info$/

async function processFamilies(registry: Registry): Promise<Family[]> {
  const metrics = await registry.getMetricsAsJSON()
  // prom-client has gauges that are named like counters, beside ones of the same meaning.
  const wellNamed = metrics.filter(({ name, type }) => String(type) === 'counter' || !name.endsWith('_total'))
  return wellNamed.map(({ name, help, type, values }) => ({
    name,
    help,
    type: String(type) as Family['type'],
    merge: isLatest.test(name) ? 'max' : 'sum',
    samples: (values as { value: number; labels?: Record<string, string | number>; metricName?: string }[]).map(
      ({ value, labels = {}, metricName = name }): Sample => ({
        suffix: (metricName.slice(name.length) || undefined) as Sample['suffix'],
        labels: Object.fromEntries(Object.entries(labels).map(([label, of]) => [label, String(of)])),
        value,
      }),
    ),
  }))
}
