import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { language } from '#ui/settings.ts'
import './policy.css'

export type Section = { id: string; title: string; text: ComponentChildren }

/** The configured contact address, or a link to the feedback form. */
export function Contact() {
  const address = /<(.+)>/.exec(serverConfig.contact ?? '')?.[1] ?? serverConfig.contact
  return address ? <a href={`mailto:${address}`}>{address}</a> : <Link href={paths.feedback}>{t('profile.feedback')}</Link>
}

// Always with the year.
const formatDate = (day: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export const Policy = ({ changed, sections }: { changed: string; sections: Section[] }) => (
  <div class="policy">
    <p class="soft">{t('privacy.changed', { day: formatDate(changed) })}</p>
    <nav class="card" aria-labelledby="contents">
      <h2 id="contents">{t('privacy.contents')}</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
    {sections.map(({ id, title, text }) => (
      <section class="prose" key={id} aria-labelledby={id}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {text}
      </section>
    ))}
  </div>
)
