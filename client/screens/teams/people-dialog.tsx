import { useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { createInvitation } from '#contract/invitation.ts'
import { listOpenPeople, type OpenPerson } from '#contract/joining.ts'
import { LONGEST_NOTE, type TeamPage } from '#contract/team.ts'
import { listRoleNames } from '#contract/user.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field, Select, TextArea } from '#ui/form/field.tsx'
import { useLast } from '#ui/last.ts'
import { localizedName } from '#ui/localized-name.ts'
import { useRoleName } from '#ui/role-name.ts'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { nameOf } from './parts.tsx'

const MOST = '50'

const codeText = (code: string): string =>
  code === 'already_invited' || code === 'already_member' ? t(`people.${code}`) : t('people.other')

function Person({ person, team, message }: { person: OpenPerson; team: number; message: string }) {
  const { act, error, isBusy } = useAct()
  const roleName = useRoleName()
  const { id, name, avatar, sentence, roles, projects, matches, code } = person
  const invite = () =>
    act(() => call(createInvitation, { params: { id: String(team) }, body: { person: id, message: message.trim() || null } }), {
      done: t('people.sent', { name }),
    })
  return (
    <li class="person-row">
      <Avatar name={name} src={avatar} />
      <div>
        <p dir="auto">{name}</p>
        {roles.length > 0 && (
          <p class="soft" dir="auto">
            {roles.map(roleName).join(', ')}
          </p>
        )}
        {matches.length > 0 && <p class="fits">{t('people.offers', { roles: matches.map(nameOf).join(', ') })}</p>}
        {sentence && (
          <p dir="auto">
            <q>{sentence}</q>
          </p>
        )}
        {projects.length > 0 && (
          <p class="soft" dir="auto">
            {t('people.interested', { projects: projects.map((one) => one.name).join(', ') })}
          </p>
        )}
        <ErrorMessage of={error} />
      </div>
      <div class="row">
        {code === null ? (
          <Button look="soft" isBusy={isBusy} aria-label={t('people.inviteOf', { name })} {...onlineOnly()} onClick={() => void invite()}>
            {t('people.invite')}
          </Button>
        ) : (
          <span class="badge">{codeText(code)}</span>
        )}
      </div>
    </li>
  )
}

function People({ team }: { team: TeamPage }) {
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState('')
  const [message, setMessage] = useState('')
  const text = useDebouncedText(typed)
  const roles = useCall(listRoleNames).answer ?? []
  const query = { team: String(team.id), pageSize: MOST, ...(text && { text }), ...(role && { role }) }
  const found = useCall(listOpenPeople, { query }, { isPrivate: true, isSaved: false })
  const answer = useLast(found.answer)
  return (
    <>
      <div class="find-filters">
        <Field
          label={t('people.search')}
          type="search"
          autocomplete="off"
          enterkeyhint="search"
          maxLength={200}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Select label={t('people.role')} value={role} onInput={({ currentTarget }) => setRole(currentTarget.value)}>
          <option value="">{t('people.anyRole')}</option>
          {roles.map((one) => (
            <option key={one.name} value={one.name}>
              {localizedName(one)}
            </option>
          ))}
        </Select>
      </div>
      {answer ? (
        <>
          <p class="soft" role="status">
            {answer.total === 0 ? `${t('people.none')}. ${t('people.none.text')}` : t('people.count', { count: answer.total })}
          </p>
          {answer.total > 0 && (
            <>
              <TextArea
                label={t('people.message')}
                hint={t('people.message.hint')}
                rows={2}
                maxLength={LONGEST_NOTE}
                dir="auto"
                value={message}
                onInput={({ currentTarget }) => setMessage(currentTarget.value)}
              />
              <ul class="rows">
                {answer.people.map((person) => (
                  <Person key={person.id} person={person} team={team.id} message={message} />
                ))}
              </ul>
            </>
          )}
        </>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.retry} />
      ) : (
        <Loading lines={4} />
      )}
    </>
  )
}

/** People who are open to joining, those who offer what the team misses first. */
export const PeopleDialog = ({ team, isOpen, onClose }: { team: TeamPage; isOpen: boolean; onClose(): void }) => (
  <Dialog title={t('people.title')} isOpen={isOpen} onClose={onClose}>
    <People team={team} />
  </Dialog>
)
