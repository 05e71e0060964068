import { type SignInClient, signInClients } from '#rules/sign-in/client.ts'
import type { Config } from './config.ts'

export const partNames = ['api', 'auth', 'worker'] as const
export type PartName = (typeof partNames)[number]

/** Whether a process serves this part: all of them, unless it runs a single one. */
export const has = (part: PartName, alone: PartName | null): boolean => alone === null || alone === part

// On a common origin each part has a prefix; a part that runs alone is at the root.
export const prefixOf = (part: PartName, alone: PartName | null): string => (alone === part ? '' : `/${part}`)
export const apiUrlOf = (config: Config, alone: PartName | null): string => config.apiUrl ?? `${config.publicUrl}${prefixOf('api', alone)}`
export const authUrlOf = (config: Config, alone: PartName | null): string =>
  config.authUrl ?? `${config.publicUrl}${prefixOf('auth', alone)}`

// Origins that may use the refresh-token cookie: our own and those in CORS_ORIGINS.
export const webOriginsOf = ({ publicUrl, corsOrigins }: Config): string[] => [new URL(publicUrl).origin, ...corsOrigins]
export const clientsOf = (config: Config): SignInClient[] => signInClients({ ...config, webOrigins: webOriginsOf(config) })
