import { readFileSync } from 'node:fs'
import type { ApiApp } from '#api/app.ts'
import { apiPages } from '#api/pages.ts'
import { apiRoutes } from '#api/routes.ts'
import type { Part } from '#http/routes.ts'
import type { Config } from './config.ts'

export const partNames = ['api'] as const
export type PartName = (typeof partNames)[number]

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

// Everything on one origin has a prefix per part; a part served alone stands at its own root.
export const apiUrlOf = (config: Config, alone: PartName | null): string => (alone === 'api' ? config.publicUrl : `${config.publicUrl}/api`)

export function makeParts(config: Config, alone: PartName | null): Part<ApiApp>[] {
  const prefix = alone === 'api' ? '' : '/api'
  const api = { prefix, routes: apiRoutes, pages: apiPages({ apiUrl: apiUrlOf(config, alone), version }) }
  const front = { prefix: '', routes: [], pages: [{ path: '/', redirectTo: `${prefix}/docs` }] }
  return [api, front]
}
