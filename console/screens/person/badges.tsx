import { t } from '#console/texts.ts'
import type { ListedPerson } from '#contract/console/person.ts'

const looks = { member: '', curator: 'badge-approved', administrator: 'badge-active' }

export const AccessBadge = ({ access }: Pick<ListedPerson, 'access'>) => (
  <span class={`badge ${looks[access]}`}>{t(`access.${access}` as 'access.member')}</span>
)

export const ClosedBadge = () => <span class="badge badge-declined">{t('people.state.disabled')}</span>
