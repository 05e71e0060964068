import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { getProfile, getUser } from '#contract/profile.ts'
import { useCall } from '#ui/query.ts'
import { session } from '#ui/session.ts'
import { Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { EditAccount } from './profile/edit-account.tsx'
import { EditPersonal } from './profile/edit-personal.tsx'
import { ownProject } from './profile/own.ts'
import { OwnData } from './profile/own-data.tsx'
import { Person, PersonFacts } from './profile/person.tsx'
import { OwnProjectCard } from './profile/project.tsx'
import { Sessions } from './profile/sessions.tsx'
import { Teams } from './profile/teams.tsx'
import './profile.css'

function OwnProfile() {
  const { answer, savedAt, isLoading, error, retry } = useCall(getProfile, undefined, { isPrivate: true })
  const account = useCall(getUser, undefined, { isPrivate: true }).answer // for the pending address and the access level
  if (isLoading) return <Loading isCard lines={3} />
  if (!answer) return error && <Failed error={error} onRetry={retry} />
  const { user } = answer
  return (
    <div class="stack profile">
      <SavedNote savedAt={savedAt} />
      <Person user={user} account={account} />
      <PersonFacts user={user} account={account} />
      <Teams {...answer} />
      <OwnProjectCard own={ownProject(answer)} />
      <Sessions />
      <OwnData id={user.id} />
      <EditPersonal fullName={user.fullName} />
      <EditAccount email={user.email} phone={user.phone} />
    </div>
  )
}

export function Profile() {
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(paths.info) }}>{t('profile.title')}</Title>
      {session.value.state === 'guest' ? <Guest icon="person" /> : <OwnProfile />}
    </>
  )
}
