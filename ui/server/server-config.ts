import type { Language, Localized } from '#contract/language.ts'
import type { Zone } from '#rules/time/zone.ts'

// Configuration that the server writes into the HTML page.
type ServerConfig = {
  origin: string // public origin of the site
  api: string
  auth: string
  version: string
  directory: string // its name
  logo: { url: string; width: number; height: number } | null
  languages: Language[]
  locale: Language
  zone: Zone // of the directory
  welcome: Localized
  links: { label: Localized; url: string }[]
  providers: { name: string; label: string }[]
  contact: string | null
}

export const serverConfig: ServerConfig = JSON.parse(document.getElementById('server-config')!.textContent!)
