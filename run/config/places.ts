import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'

/** A folder that the service or a command writes to: what for, which setting moves it, and what may be deleted there. */
export type Place = { folder: string; what: string; moving: string; spare: string }

export type Disks = Pick<Config, 'dataDir' | 'databaseUrl' | 'filesUrl' | 'keyFile' | 'backups' | 'settingsFile'>

const codeFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const CACHE = 'DATA_DIR/cache can be deleted'
const DATA_DIR = 'stop the service, move its data to another disk and set DATA_DIR'

export function listPlaces({ dataDir, filesUrl, keyFile, backups }: Disks): Place[] {
  const inData = (name: string, what: string, moving = DATA_DIR, spare = CACHE): Place => ({
    folder: join(dataDir, name),
    what,
    moving,
    spare,
  })
  const { to } = backups
  return [
    inData('', 'the data of the directory'),
    databasePlace(dataDir),
    inData('files', 'stored files', filesUrl === null ? 'set FILES_URL to keep files in an S3 bucket' : DATA_DIR),
    inData('files/.tmp', 'uploads in progress'),
    inData('audit', 'exports of the audit log'),
    inData('mailbox', 'emails that are not sent', 'set SMTP_URL to send them', 'its files can be deleted'),
    inData('tmp', 'temporary databases that prove backups', DATA_DIR, 'its folders proof-… can be deleted while no backup is made'),
    inData('cache', 'built web apps, the search index and compiled code', DATA_DIR, 'this folder can be deleted'),
    { folder: dirname(keyFile), what: 'the master key', moving: 'set KEY_FILE', spare: 'keep the keys' },
    { folder: tmpdir(), what: 'temporary files of the system', moving: 'set TMPDIR', spare: 'what other programs left there' },
    {
      folder: codeFolder,
      what: 'the code of the service',
      moving: 'move it to another disk',
      spare: 'its folders dist and .cache can be deleted',
    },
    ...(to === null || to.startsWith('s3:')
      ? []
      : [{ folder: to, what: 'backups', moving: 'set BACKUP_TO', spare: 'old backups can be deleted, and BACKUP_KEEP keeps fewer' }]),
  ]
}

export const databasePlace = (dataDir: string): Place => ({
  folder: join(dataDir, 'postgres'),
  what: 'the embedded database',
  moving: 'set DATABASE_URL to use a server of your own',
  spare: `${CACHE}, but nothing in this folder`,
})

/** The innermost place of a path, by its name or by the one that links lead to. */
export function placeOf(path: string, places: Place[]): Place | undefined {
  const isIn = (folder: string): boolean => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
  return places.filter(({ folder }) => isIn(folder) || isIn(realPath(folder))).toSorted((a, b) => b.folder.length - a.folder.length)[0]
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
