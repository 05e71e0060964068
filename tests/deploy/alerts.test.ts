import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { type Metrics, startMetrics } from '#run/metrics/metrics.ts'
import { createSnapshot } from '#run/metrics/process.ts'
import { promtool } from '#tests/support/process/promtool.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'

// The files of deploy/prometheus and deploy/grafana, against the metrics of a running service.

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
const rules = read('prometheus/alerts.yml')
const folder = mkdtempSync(join(tmpdir(), 'alerts-test-'))

let service: TestService
let metrics: Metrics
let text: string
before(async () => {
  service = await startService({ env: { METRICS_PORT: '0' } })
  const snapshot = createSnapshot(service.observed)
  metrics = await startMetrics(service.config, { sql: service.sql, log: service.app.log, listSnapshots: async () => [await snapshot()] })
  for (let n = 0; n < 3; n++) await fetch(`${service.url}/tag`)
  await fetch(`${service.url}/project/no-such-project`)
  text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
})
after(async () => {
  await metrics?.close()
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Panel = { title: string; type: string; targets?: { expr: string }[] }
const dashboard = () => JSON.parse(read('grafana/dashboard.json')) as { uid: string; panels: Panel[] }
const expressions = () => dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

// Written by the backups, which not every installation makes.
const namesIn = (source: string) => new Set([...source.matchAll(/\bprojectory_[a-z0-9_]+/g)].map(([name]) => name))

function exposedNames(): Set<string> {
  const names = new Set<string>()
  for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(name + suffix)
  return names
}

test('promtool accepts the rules and the example of a configuration', () => {
  assert.match(promtool(['check', 'rules', 'deploy/prometheus/alerts.yml']), /SUCCESS/)
  assert.match(promtool(['check', 'config', 'deploy/prometheus/prometheus.yml']), /SUCCESS/)
})

test('each alert fires on a bad value and is silent on a good one', () => {
  const files = ['prometheus/alerts.test.yml', 'prometheus/alerts-days.test.yml']
  promtool(['test', 'rules', ...files.map((file) => `deploy/${file}`)])
  const tests = files.map(read).join('\n')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  assert.ok(alerts.length >= 20)
  for (const alert of alerts) {
    const cases = tests.split('- eval_time').filter((one) => new RegExp(`alertname: ${alert}$`, 'm').test(one))
    assert.ok(
      cases.some((one) => one.includes('exp_alerts: []')),
      `${alert} has no test in which it is silent`,
    )
    assert.ok(
      cases.some((one) => one.includes('exp_labels')),
      `${alert} has no test in which it fires`,
    )
  }
})

test('promtool accepts the metrics of a running service', () => {
  promtool(['check', 'metrics'], { input: text })
})

test('every metric that a rule or the dashboard uses exists in a running service', () => {
  const exposed = exposedNames()
  const used = [...namesIn(rules), ...namesIn(expressions().join('\n'))]
  assert.ok(used.length > 30)
  assert.deepEqual(
    used.filter((name) => !exposed.has(name)),
    [],
  )
})

test('the dashboard has panels whose expressions Prometheus accepts', () => {
  const { panels, uid } = dashboard()
  assert.equal(uid, 'projectory')
  for (const { title, type, targets } of panels) assert.ok(type === 'row' || targets!.length > 0, `${title} shows nothing`)
  const records = expressions().map((expr, n) => `      - record: panel:expression_${n}\n        expr: ${JSON.stringify(expr)}\n`)
  const file = join(folder, 'panels.yml')
  writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${records.join('')}`)
  assert.match(promtool(['check', 'rules', file]), new RegExp(`${records.length} rules found`))
})

test('the documentation has every alert and every metric of ours', () => {
  const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  for (const [, alert] of rules.matchAll(/- alert: (\w+)/g)) assert.ok(docs.includes(`\`${alert}\``), `the alert ${alert}`)
  const ours = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)
  for (const name of ours.filter((one) => !/^projectory_(process|nodejs)_/.test(one)))
    assert.ok(docs.includes(name), `the metric ${name} is not in docs/operations.md`)
})
