import type { AuditEntry } from '#contract/console/audit.ts'
import type { SheetFormat } from '#contract/console/spreadsheet.ts'
import type { SheetThread } from '#spreadsheet/read/worker-thread.ts'
import { mimes } from '#spreadsheet/write/write.ts'

const columns = ['seq', 'at', 'actor', 'actorId', 'action', 'target', 'targetName', 'outcome', 'code', 'detail']
const rowOf = (entry: AuditEntry): string[] => [
  String(entry.seq),
  entry.at,
  entry.actor?.name ?? '',
  String(entry.actor?.id ?? ''),
  entry.action,
  entry.target ?? '',
  entry.targetName ?? '',
  entry.outcome,
  entry.code ?? '',
  Object.keys(entry.detail).length === 0 ? '' : JSON.stringify(entry.detail),
]

export async function sheetOf(
  thread: SheetThread,
  format: SheetFormat,
  events: AuditEntry[],
  signal?: AbortSignal,
): Promise<{ bytes: Buffer; mime: string }> {
  const mime = mimes[format]
  // JSON keeps `detail` nested; the other formats have it as text.
  if (format === 'json') return { bytes: Buffer.from(JSON.stringify(events, null, 1)), mime }
  const heads = columns.map((head) => ({ head, kind: 'text' as const }))
  return { bytes: await thread.write(format, heads, [events.map(rowOf)], undefined, signal), mime }
}
