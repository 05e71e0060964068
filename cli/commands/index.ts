import type { Command } from '#cli/usage.ts'
import { migrateCommand } from './migrate.ts'
import { openapiCommand } from './openapi.ts'
import { routesCommand } from './routes.ts'
import { seedCommand } from './seed.ts'
import { serveCommand } from './serve.ts'

export const commands: Command[] = [serveCommand, migrateCommand, seedCommand, routesCommand, openapiCommand]
