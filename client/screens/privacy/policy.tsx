import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { PackKey } from '#texts/packs.ts'
import { Anchor, Markdown } from '#ui/markdown.tsx'
import { serverConfig } from '#ui/server/server-config.ts'
import { language } from '#ui/settings.ts'
import type { Values } from '#ui/texts.ts'
import './policy.css'

const sections = ['who', 'what', 'sees', 'long', 'rights', 'device', 'others'] as const

const { origin } = location
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!~>|]/g, '\\$&') // as rules/text/markdown-inline.ts reads it

/** The configured contact address, or a link to the feedback form. */
function contact(): string {
  const address = /<(.+)>/.exec(serverConfig.contact ?? '')?.[1] ?? serverConfig.contact
  return address ? `[${escaped(address)}](mailto:${address})` : `[${t('profile.feedback')}](${origin}${paths.feedback})`
}

const PolicyAnchor = ({ href, children }: { href: string; children: ComponentChildren }) =>
  href.startsWith(origin) ? <Link href={href.slice(origin.length)}>{children}</Link> : <a href={href}>{children}</a>

// Always with the year.
const formatDate = (day: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The built-in text: texts/<language>/client/privacy.json. */
export function Policy({ write }: { write: (key: PackKey<'privacy'>, values?: Values) => string }) {
  const values = {
    directory: escaped(serverConfig.directory),
    contact: contact(),
    profile: origin + paths.profile,
    notifications: origin + paths.notifications,
  }
  return (
    <Anchor.Provider value={PolicyAnchor}>
      <div class="policy">
        <p class="soft">{t('privacy.changed', { day: formatDate(write('changed')) })}</p>
        <nav class="card" aria-labelledby="contents">
          <h2 id="contents">{t('privacy.contents')}</h2>
          <ol>
            {sections.map((id) => (
              <li key={id}>
                <a href={`#${id}`}>{write(`${id}.title`)}</a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map((id) => (
          <section class="prose" key={id} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {write(`${id}.title`)}
            </h2>
            <Markdown text={write(`${id}.text`, values)} />
          </section>
        ))}
      </div>
    </Anchor.Provider>
  )
}
