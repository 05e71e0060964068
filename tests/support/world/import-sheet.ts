import assert from 'node:assert/strict'
import type { teamWorld } from './teams.ts'

/** As the curator of the world; all of it must be good. */
export async function importSheet(
  { service, clients }: ReturnType<typeof teamWorld>,
  kind: 'project' | 'team',
  content: string,
): Promise<void> {
  const form = new FormData()
  form.append('mode', 'do')
  form.append('files', new Blob([content]), 'sheet.csv')
  const response = await fetch(`${service.url}/console/import/${kind}`, { method: 'POST', headers: clients.curator!.headers, body: form })
  const report = (await response.json()) as { isDone: boolean }
  assert.ok(report.isDone, JSON.stringify(report))
}
