import type { Command } from '#cli/usage.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { mailCommand } from './mail.ts'
import { migrateCommand } from './migrate.ts'
import { openapiCommand } from './openapi.ts'
import { routesCommand } from './routes.ts'
import { seedCommand } from './seed.ts'
import { serveCommand } from './serve.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'

export const commands: Command[] = [
  serveCommand,
  migrateCommand,
  seedCommand,
  userCommand,
  tokenCommand,
  keysCommand,
  mailCommand,
  importCommand,
  exportCommand,
  routesCommand,
  openapiCommand,
]
