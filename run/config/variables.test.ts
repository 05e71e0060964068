import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const namesIn = (text: string): string[] => [...text.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map((match) => match[1]!)

test('every variable of .env.example is listed', () => {
  const documented = namesIn(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'))
  assert.ok(documented.length > 30)
  const listed = readConfig({}).variables.map(({ name }) => name)
  assert.deepEqual(
    documented.filter((name) => !listed.includes(name)),
    [],
  )
})

test('secrets are listed as set or not, never with their value', () => {
  const { variables } = readConfig({
    DATABASE_URL: 'postgres://root:hunter2@db/x',
    SMTP_URL: 'smtp://root:hunter2@mail.example.org',
    BOOTSTRAP_ADMINS: 'github:hunter2',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://root:hunter2@collector.example.org',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2',
    AWS_ACCESS_KEY_ID: 'hunter2',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
    TIME_ZONE: 'Europe/Moscow',
    UNKNOWN: 'hunter2',
  })
  assert.doesNotMatch(JSON.stringify(variables), /hunter2|UNKNOWN/)
  const of = (name: string) => variables.find((one) => one.name === name)
  assert.deepEqual(of('DATABASE_URL'), { name: 'DATABASE_URL', isSet: true, isSecret: true, value: null })
  assert.deepEqual(of('TIME_ZONE'), { name: 'TIME_ZONE', isSet: true, isSecret: false, value: 'Europe/Moscow' })
  assert.deepEqual(of('SMTP_URL')!.isSet, true)
  const endpoint = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.org/otlp?key=hunter2' }).variables
  assert.equal(endpoint.find(({ name }) => name === 'OTEL_EXPORTER_OTLP_ENDPOINT')!.value, 'https://collector.example.org/otlp?…')
  assert.deepEqual(of('LOCALE'), { name: 'LOCALE', isSet: false, isSecret: false, value: null })
})
