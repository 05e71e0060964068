import assert from 'node:assert/strict'
import { type ImportReport, ImportReport as Report } from '#contract/console/spreadsheet.ts'
import type { TestService } from '#tests/support/service.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import type { Client } from '#tests/support/use-service.ts'

// Sheets of rounds, imported and exported by a curator, and the rounds that are stored.

type Sending = { mode?: 'try' | 'do'; language?: string; options?: object }

export type RoundRow = {
  slug: string
  name: string
  mode: string
  rule: string
  opens: string | null
  closes: string | null
  firstDay: string | null
  lastDay: string | null
  most: number
  hours: number
  readers: string
  isAnnounced: boolean
  projects: string[]
}

export const faultsOf = ({ rows }: ImportReport): string[] =>
  rows.flatMap(({ row, faults }) => faults.map(({ column, message }) => `${row} ${column}: ${message}`))

export function roundSheets(service: TestService, curator: Client) {
  async function send(content: string | Uint8Array, { mode = 'do', language = 'en', options }: Sending = {}): Promise<ImportReport> {
    const form = new FormData()
    form.append('mode', mode)
    if (options) form.append('options', JSON.stringify(options))
    form.append('files', new Blob([content as string]), 'sheet.csv')
    const response = await fetch(`${service.url}/console/import/round`, {
      method: 'POST',
      headers: { ...curator.headers, 'accept-language': language },
      body: form,
    })
    assert.equal(response.status, 200, await response.clone().text())
    const report = (await response.json()) as ImportReport
    assertShape(Report, report, 'the report')
    return report
  }
  const rounds = async (): Promise<RoundRow[]> => {
    const rows = await service.sql<RoundRow[]>`
      select slug, name, mode, rule, to_char(opens_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as opens, to_char(closes_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as closes,
        first_day as "firstDay", last_day as "lastDay", most_choices as most, offer_hours as hours, bundle_for as readers, announced_at is not null as "isAnnounced",
        array(select p.slug from project p where p.round_id = o.id order by p.slug) as projects
      from round o order by slug`
    return rows.map((row) => ({ ...row }))
  }
  return {
    send,
    rounds,
    stored: async (slug: string): Promise<RoundRow | undefined> => (await rounds()).find((round) => round.slug === slug),
    async exported(query: string): Promise<Uint8Array> {
      const response = await fetch(`${service.url}/console/export/round?${query}`, { headers: curator.headers })
      assert.equal(response.status, 200)
      return new Uint8Array(await response.arrayBuffer())
    },
    /** The faults of a sheet that is not imported. */
    async refused(content: string, language = 'en'): Promise<string[]> {
      const report = await send(content, { language })
      assert.equal(report.isDone, false)
      return faultsOf(report)
    },
    async done(content: string): Promise<ImportReport['counts']> {
      const report = await send(content)
      assert.ok(report.isDone, faultsOf(report).join('\n'))
      return report.counts
    },
  }
}
