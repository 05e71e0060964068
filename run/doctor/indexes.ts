import { checkIndexes } from '#database/index-check.ts'
import { findServerFacts } from '#database/server-facts.ts'
import { broken, type Check, type Finding, note, ok, warning } from './check.ts'
import { AUDIT_MS } from './subject.ts'

export const check: Check = {
  name: 'database files',
  deadlineMs: AUDIT_MS,
  async run({ sql }) {
    const [indexes, facts] = [await checkIndexes(sql()), await findServerFacts(sql())]
    const found: Finding[] = indexes.damaged.map(({ index, reason }) =>
      broken(`The index ${index} is damaged: ${reason}.`, `Check the disk, then rebuild it: reindex index ${index}`),
    )
    if (indexes.state === 'missing')
      found.push(
        note(
          'Indexes were not compared with their tables: the extension amcheck is not available.',
          'Install the contrib package of PostgreSQL.',
        ),
      )
    if (indexes.state === 'forbidden')
      found.push(
        note(
          'Indexes were not compared with their tables: this role may not use amcheck.',
          'As a superuser: create extension amcheck; grant execute on function bt_index_check(regclass, boolean) to the role.',
        ),
      )
    const { dataChecksums, checksumFailures } = facts
    if (dataChecksums !== 'on')
      found.push(warning('Data checksums are off, so damage of the disk is not noticed.', 'Stop the server and run pg_checksums --enable.'))
    else if ((checksumFailures ?? 0) > 0)
      found.push(broken(`${checksumFailures} pages did not match their checksum.`, 'Replace the disk and restore the last backup.'))
    if (found.length > 0) return found
    return [ok(`${indexes.checked} indexes match their tables, and no page failed its checksum.`)]
  },
}
