import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { findProgram } from '#tests/support/process/debian-program.ts'
import { test } from '#tests/support/tier.ts'

const chart = join(import.meta.dirname, '..', '..', 'deploy/helm/projectory')
const read = (name: string): string => readFileSync(join(chart, name), 'utf8')
const values = parse(read('values.yaml')) as Record<string, unknown>
const templates = globSync('templates/*', { cwd: chart }).map((name) => ({ name: basename(name), text: read(name) }))
const actionsOf = (text: string): string[] => [...text.matchAll(/\{\{-?([\s\S]*?)-?\}\}/g)].map(([, action]) => action!.trim())

test('the schema accepts the values of the chart, and refuses unknown and wrong ones', () => {
  const isValid = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(read('values.schema.json')))
  assert.ok(isValid(values), JSON.stringify(isValid.errors))
  for (const wrong of [{ replicas: 3 }, { replicaCount: 0 }, { publicUrl: 'projects' }, { drainSeconds: 61 }, { secrets: {} }])
    assert.ok(!isValid({ ...(values as object), ...wrong }), JSON.stringify(wrong))
})

test('every value that a template uses is in values.yaml', () => {
  const used = new Set<string>()
  for (const { name, text } of templates)
    for (const [, path] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      used.add(path!.split('.')[0]!)
      let value = values as Record<string, unknown>
      for (const key of path!.split('.')) {
        assert.ok(value !== null && typeof value === 'object' && key in value, `${name}: .Values.${path}`)
        value = value[key] as Record<string, unknown>
      }
    }
  assert.deepEqual(
    Object.keys(values).filter((name) => !used.has(name)),
    [],
    'and the other way round',
  )
})

test('blocks of templates are closed, and included ones are defined', () => {
  const defined = templates.flatMap(({ text }) => [...text.matchAll(/define "([^"]+)"/g)].map(([, name]) => name!))
  for (const { name, text } of templates) {
    assert.equal(text.split('{{').length, text.split('}}').length, name)
    let depth = 0
    for (const action of actionsOf(text)) {
      if (/^(if|with|range|define)\b/.test(action)) depth++
      if (action === 'end') depth--
      assert.ok(depth >= 0, name)
    }
    assert.equal(depth, 0, name)
    for (const [, included] of text.matchAll(/include "([^"]+)"/g)) assert.ok(defined.includes(included!), `${name}: ${included}`)
  }
})

test('pods have probes, no privileges and more time to stop than the service takes', () => {
  const all = templates.map(({ text }) => text).join('\n')
  for (const wanted of [
    'path: /healthz',
    "path: '/readyz?reads=1'",
    'readOnlyRootFilesystem: true',
    'runAsNonRoot: true',
    'drop: [ALL]',
    'add .Values.drainSeconds 35',
  ])
    assert.ok(all.includes(wanted), wanted)
  assert.match(all, /helm\.sh\/hook: pre-install,pre-upgrade/)
  const { version } = JSON.parse(readFileSync(join(chart, '../../../package.json'), 'utf8'))
  assert.equal(parse(read('Chart.yaml')).appVersion, version)
})

const helm = findProgram('helm')
test('helm renders the chart', {
  skip: helm
    ? false
    : 'needs helm, which Debian does not have: install it (https://helm.sh/docs/intro/install) and run npm test tests/deploy/helm',
}, () => {
  const set = ['--set', 'publicUrl=https://projects.example.org', '--set', 'mail.from=a@example.org', '--set', 'mail.to=b@example.org']
  const on = ['ingress', 'autoscaling', 'networkPolicy', 'metrics'].flatMap((name) => ['--set', `${name}.enabled=true`])
  for (const options of [set, [...set, ...on]]) {
    execFileSync(helm!, ['lint', '--strict', chart, ...options])
    const rendered = execFileSync(helm!, ['template', 'test', chart, ...options], { encoding: 'utf8' })
    const kinds = rendered.split(/^---$/m).flatMap((text) => parse(text)?.kind ?? [])
    for (const kind of ['Deployment', 'Service', 'Job', 'PodDisruptionBudget', 'ServiceAccount']) assert.ok(kinds.includes(kind), kind)
  }
})
