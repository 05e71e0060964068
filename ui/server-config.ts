// Configuration that the server writes into the HTML page.
type ServerConfig = {
  origin: string // public origin of the site
  api: string
  auth: string
  version: string
  directory: string
  locale: 'en' | 'ru'
  providers: { name: string; label: string }[]
  contact: string | null
}

export const serverConfig: ServerConfig = JSON.parse(document.getElementById('server-config')!.textContent!)
