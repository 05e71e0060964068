import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import {
  getNotifications,
  type NotificationKind,
  type Notifications as Settings,
  updateNotifications,
  type When,
  whens,
} from '#contract/notification.ts'
import { tellError } from '#ui/act/act.ts'
import { ButtonLink } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Select } from '#ui/form/field.tsx'
import { languageOptions } from '#ui/languages.ts'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { type Answered, keyOf, queries, useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'

type Change = { language?: Settings['language']; kinds?: Settings['kinds'] }

type Group = 'curators' | 'requests' | 'team' | 'questions' | 'saved' | 'announcement' | 'security'
const groups: { title: `mail.${Group}`; kinds: NotificationKind[] }[] = [
  {
    title: 'mail.requests',
    kinds: ['request_received', 'request_question', 'request_approved', 'request_declined', 'request_superseded', 'request_withdrawn'],
  },
  {
    title: 'mail.team',
    kinds: [
      'team_invitation',
      'join_request',
      'join_request_answered',
      'team_joined',
      'team_added',
      'team_admin',
      'team_removed',
      'leave_request_answered',
      'team_moved',
      'round_result',
      'round_ask',
      'round_offer',
      'round_exchange',
      'result_replaced',
    ],
  },
  { title: 'mail.questions', kinds: ['question_asked', 'question_answered'] },
  { title: 'mail.curators', kinds: ['request_new', 'request_answer', 'note_mention', 'leave_request'] }, // the server lists them for curators only
  { title: 'mail.saved', kinds: ['saved_closing'] },
  { title: 'mail.announcement', kinds: ['announcements'] },
  { title: 'mail.security', kinds: ['new_sign_in'] },
]

/** Optimistic update of the changed fields only, so that two quick changes do not overwrite each other. */
function updateCache({ language, kinds = [] }: Change): void {
  queries.setQueryData<Answered<Settings>>(keyOf(getNotifications), (now) => {
    if (!now) return now
    const changed = now.answer.kinds.map((one) => kinds.find(({ kind }) => kind === one.kind) ?? one)
    return { ...now, answer: { ...now.answer, kinds: changed, ...(language === undefined ? {} : { language }) } }
  })
}

async function choose(change: Change, before: Change): Promise<void> {
  await queries.cancelQueries({ queryKey: keyOf(getNotifications) })
  updateCache(change)
  try {
    await call(updateNotifications, { body: change })
    tell(t('saved'))
  } catch (error) {
    updateCache(before)
    tellError(error)
  }
}

function Kind({ kind, when }: Settings['kinds'][number]) {
  return (
    <Select
      label={t(`mail.${kind}`)}
      hint={kind === 'request_new' ? t('mail.request_new.hint') : undefined}
      value={when}
      disabled={!isOnline.value}
      onChange={({ currentTarget }) => void choose({ kinds: [{ kind, when: currentTarget.value as When }] }, { kinds: [{ kind, when }] })}
    >
      {whens.map((one) => (
        <option value={one} key={one}>
          {t(`mail.${one}`)}
        </option>
      ))}
    </Select>
  )
}

function OwnSettings() {
  const { answer, savedAt, isLoading, error, retry } = useCall(getNotifications, undefined, { isPrivate: true })
  if (isLoading) return <Loading lines={6} />
  if (!answer) return error && <Failed error={error} onRetry={retry} />
  const { email, language, kinds } = answer
  return (
    <div class="stack">
      <SavedNote savedAt={savedAt} />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      {email === '' ? (
        <section class="card stack">
          <p>{t('mail.noAddress')}</p>
          <ButtonLink look="soft" to={`${paths.profile}?edit=account`}>
            {t('mail.addAddress')}
          </ButtonLink>
        </section>
      ) : (
        <p class="soft">{t('mail.to', { email })}</p>
      )}
      <section class="card">
        <Select
          label={t('mail.language')}
          value={language ?? ''}
          disabled={!isOnline.value}
          onChange={({ currentTarget }) => void choose({ language: (currentTarget.value || null) as Settings['language'] }, { language })}
        >
          <option value="">{t('mail.language.directory')}</option>
          {languageOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </section>
      {groups
        .map(({ title, kinds: ofGroup }) => ({ title, own: kinds.filter(({ kind }) => ofGroup.includes(kind)) }))
        .filter(({ own }) => own.length > 0)
        .map(({ title, own }) => (
          <section class="card stack" key={title}>
            <h2>{t(title)}</h2>
            {own.map((one) => (
              <Kind key={one.kind} {...one} />
            ))}
          </section>
        ))}
      <p class="soft">{t('mail.always')}</p>
    </div>
  )
}

export function Notifications() {
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(paths.profile) }}>{t('mail.title')}</Title>
      {session.value.state === 'guest' ? <Guest icon="mail" /> : <OwnSettings />}
    </>
  )
}
