import { type SignInClient, signInClients } from '#rules/client.ts'
import type { Config } from './config.ts'

export const partNames = ['api', 'auth', 'worker'] as const
export type PartName = (typeof partNames)[number]

/** Whether a process has this part: it has them all, unless it serves one alone. */
export const has = (part: PartName, alone: PartName | null): boolean => alone === null || alone === part

// Everything on one origin has a prefix per part; a part served alone stands at its own root.
export const prefixOf = (part: PartName, alone: PartName | null): string => (alone === part ? '' : `/${part}`)
export const apiUrlOf = (config: Config, alone: PartName | null): string => config.apiUrl ?? `${config.publicUrl}${prefixOf('api', alone)}`
export const authUrlOf = (config: Config, alone: PartName | null): string =>
  config.authUrl ?? `${config.publicUrl}${prefixOf('auth', alone)}`

// Pages that may keep a sign-in in a cookie: our own origin and those the operator lists.
export const webOriginsOf = ({ publicUrl, corsOrigins }: Config): string[] => [new URL(publicUrl).origin, ...corsOrigins]
export const clientsOf = (config: Config): SignInClient[] => signInClients({ ...config, webOrigins: webOriginsOf(config) })
