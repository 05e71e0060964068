const EVERY_MS = 100

/** One line on a terminal that shows how far a command is; nothing elsewhere. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr) {
  let shownAt = 0
  let isShown = false
  return {
    show(what: string, done: number, total: number): void {
      if (!stream.isTTY || Date.now() - shownAt < EVERY_MS) return
      shownAt = Date.now()
      isShown = true
      stream.write(`\r\x1b[K${what} ${done}/${total}`)
    },
    end(): void {
      if (isShown) stream.write('\r\x1b[K')
      isShown = false
    },
  }
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}
