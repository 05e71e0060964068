import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SmallDisk = { fill(leaving?: number): void; empty(): void; remove(): void }

/** A disk of its own of that size at the folder, in memory; null where this user may not mount one. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true })
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]
  if (process.getuid?.() !== 0 || spawnSync('mount', options).status !== 0) return null
  const filler = join(folder, 'filler')
  return {
    fill(leaving = 0) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaving)))
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => void spawnSync('umount', ['-l', folder]),
  }
}
