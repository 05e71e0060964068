import { Link } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getJoining } from '#contract/joining.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'

/** Whether the person is open to joining a team, and the way to change it. */
export function JoiningRow() {
  const { answer } = useCall(getJoining, undefined, { isPrivate: true })
  return (
    <li>
      <Link href={paths.joining} class="rows-item">
        <Icon name="users" />
        <span>
          {t('joining.title')}
          <small>{t(answer?.isOpen ? 'joining.row.on' : 'joining.row.off')}</small>
        </span>
        <Icon name="next" size={20} />
      </Link>
    </li>
  )
}
