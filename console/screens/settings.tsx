import { Link } from 'wouter-preact'
import { useIsAdministrator } from '#console/parts/access.ts'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleSettings, getConsoleSettings } from '#contract/console/settings.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading, reasonOf } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { type Editing, settingsForm } from './settings/form.ts'
import { Links } from './settings/links.tsx'
import { Look } from './settings/look.tsx'
import { Notifications } from './settings/notifications.tsx'
import { Preview } from './settings/preview.tsx'
import { Region } from './settings/region.tsx'
import { Rules } from './settings/rules.tsx'
import { TeamRules } from './settings/teams.tsx'
import { Texts } from './settings/texts.tsx'
import './settings/settings.css'

const kinds = ['reason', 'file-type', 'tag', 'role', 'platform'] as const

/** Vocabularies are settings too, with pages of their own. */
const Vocabularies = () => (
  <section class="card stack">
    <h2>{t('vocabularies.title')}</h2>
    <ul class="bare">
      {kinds.map((kind) => (
        <li key={kind}>
          <Link class="settings-vocabulary" href={pathTo('vocabulary', { kind })}>
            {t(`vocabularies.${kind}`)}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)

function SaveBar({ editing: { isDirty, isBusy, error, faults, revert } }: { editing: Editing }) {
  return (
    <div class="settings-save">
      {error ? (
        <ErrorMessage of={faults[''] ?? reasonOf(error).title} />
      ) : (
        <p class="soft" role="status">
          {t(isDirty ? 'settings.unsaved' : 'settings.allSaved')}
        </p>
      )}
      <div class="row">
        {isDirty && (
          <Button look="plain" onClick={revert}>
            {t('settings.revert')}
          </Button>
        )}
        <Button type="submit" isBusy={isBusy} disabled={!isDirty || !isOnline.value} title={isOnline.value ? undefined : t('onlyOnline')}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

function Page({ settings }: { settings: ConsoleSettings }) {
  const isAdministrator = useIsAdministrator()
  const editing = useForm(settings, settingsForm)
  const { error, isDirty, save } = editing
  const section = { editing, settings }
  return (
    <>
      <Unsaved isDirty={isDirty} />
      {!isAdministrator && <p class="notice">{t('settings.readOnly')}</p>}
      <Form class="settings" error={error} onSubmit={() => save(t('settings.saved'))}>
        <EditConflict editing={editing} nameOf={(key) => t(`settings.${key}`)} />
        <div class="columns columns-main">
          <fieldset class="settings-fields stack" disabled={!isAdministrator} aria-label={t('settings.title')}>
            <Look {...section} />
            <Region {...section} />
            <Rules {...section} />
            <TeamRules {...section} />
            <Texts {...section} />
            <Links {...section} />
            <Notifications {...section} />
          </fieldset>
          <div class="stack settings-side">
            <Preview {...section} />
            <Vocabularies />
          </div>
        </div>
        {isAdministrator && <SaveBar editing={editing} />}
      </Form>
    </>
  )
}

/** The settings of the directory: admins change them, curators read them. */
export function Settings() {
  const { answer, error, retry } = useCall(getConsoleSettings, {}, { isPrivate: true, isSaved: false })
  return (
    <>
      <Title>{t('settings.title')}</Title>
      {answer ? <Page settings={answer} /> : error ? <PageProblem error={error} onRetry={retry} /> : <Loading lines={8} />}
    </>
  )
}
