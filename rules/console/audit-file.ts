// Names of the files that the audit log is exported to: NAME.jsonl.gz with the rows, and NAME.seal.json.

export const ROWS_ENDING = '.jsonl.gz'
export const SEAL_ENDING = '.seal.json'

export const sealName = (file: string): string => `${file.slice(0, -ROWS_ENDING.length)}${SEAL_ENDING}`

/** The name of a file with rows has the beginning of its hash. */
export const isHashInName = (name: string, sha256: string): boolean => name.endsWith(`-${sha256.slice(0, 16)}${ROWS_ENDING}`)

/** Either of the two. */
export const isAuditFileName = (name: string): boolean =>
  /^audit-\d{6,9}-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d-[0-9a-f]{16}\.(jsonl\.gz|seal\.json)$/.test(name)

/** Whether a seal is the one of this file, as far as can be seen without the key. */
export function isSealOf(seal: Uint8Array, rows: { name: string; sha256: string }): boolean {
  try {
    const { file, sha256 } = JSON.parse(new TextDecoder().decode(seal))
    return file === rows.name && sha256 === rows.sha256
  } catch {
    return false
  }
}
