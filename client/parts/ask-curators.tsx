import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { serverConfig } from '#ui/server/server-config.ts'

// The environment may give it a name: Projects <projects@example.org>.
const addressIn = (contact: string): string => /<(.+)>/.exec(contact)?.[1] ?? contact

export const AskCurators = () =>
  serverConfig.contact ? (
    <a class="button button-plain" href={`mailto:${addressIn(serverConfig.contact)}`}>
      {t('my.askCurators')}
    </a>
  ) : (
    <ButtonLink look="plain" to={pathTo('feedback')}>
      {t('my.askCurators')}
    </ButtonLink>
  )
