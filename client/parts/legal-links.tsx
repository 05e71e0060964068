import { serverConfig } from '#ui/server/server-config.ts'
import { language } from '#ui/settings.ts'

/** Links of the directory: imprint, terms of use and the like. */
export const LegalLinks = () =>
  serverConfig.links.length === 0 ? null : (
    <ul class="bare row">
      {serverConfig.links.map(({ label, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {label[language.value]}
          </a>
        </li>
      ))}
    </ul>
  )
