import { GuestCard } from '#client/parts/guest.tsx'
import { LegalLinks } from '#client/parts/legal-links.tsx'
import { t } from '#client/texts.ts'
import { getProfile, getUser } from '#contract/profile.ts'
import { useCall } from '#ui/server/query.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { session } from '#ui/session/session.ts'
import { Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { EditAccount } from './profile/edit-account.tsx'
import { EditPersonal } from './profile/edit-personal.tsx'
import { OwnData } from './profile/own-data.tsx'
import { Account, Person } from './profile/person.tsx'
import { Rows } from './profile/rows.tsx'
import { Sessions } from './profile/sessions.tsx'
import { SignOut } from './profile/sign-out.tsx'
import { Teams } from './profile/teams.tsx'
import './profile/profile.css'

function OwnProfile() {
  const { answer, savedAt, isLoading, error, retry } = useCall(getProfile, undefined, { isPrivate: true })
  const account = useCall(getUser, undefined, { isPrivate: true }).answer // for the pending address
  if (isLoading) return <Loading isCard lines={3} />
  return (
    <>
      {answer ? (
        <>
          <SavedNote savedAt={savedAt} />
          <Person user={answer.user} />
          <Teams {...answer} />
          <Account user={answer.user} account={account} />
          <EditPersonal fullName={answer.user.fullName} />
          <EditAccount email={answer.user.email} phone={answer.user.phone} />
        </>
      ) : (
        error && <Failed error={error} onRetry={retry} />
      )}
      <Rows isSignedIn />
      {answer && (
        <>
          <Sessions />
          <OwnData id={answer.user.id} />
        </>
      )}
      <SignOut />
    </>
  )
}

/** Everything about the person and this device: the account, settings, privacy, feedback, sessions. */
export const Profile = () => (
  <>
    <Title>{t('profile.title')}</Title>
    <div class="stack profile">
      {session.value.state === 'guest' ? (
        <>
          <GuestCard />
          <Rows />
        </>
      ) : (
        <OwnProfile />
      )}
      <LegalLinks />
      <p class="soft">{t('profile.version', { directory: serverConfig.directory, version: serverConfig.version })}</p>
    </div>
  </>
)
