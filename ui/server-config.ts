// What the server says about itself, in the page it sends.
type Face = {
  origin: string // where people are meant to come to
  api: string
  auth: string
  version: string
  directory: string
  locale: 'en' | 'ru'
  providers: { name: string; label: string }[]
  contact: string | null
}

export const serverConfig: Face = JSON.parse(document.getElementById('face')!.textContent!)
