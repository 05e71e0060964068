import { SearchField } from '#console/parts/field/search-field.tsx'
import { StateChips } from '#console/parts/field/state-chips.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { ResultList } from '#console/parts/result-list.tsx'
import { t } from '#console/texts.ts'
import { type ConsoleQuestion, closeQuestions, listConsoleQuestions, questionStatuses } from '#contract/console/question.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLast } from '#ui/last.ts'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { QuestionCard } from './questions/question-card.tsx'
import './questions/questions.css'

/** Closes the questions of the project, or opens them again. */
function ProjectSwitch({ project }: { project: ConsoleQuestion['project'] }) {
  const { act, isBusy } = useAct({ isToast: true })
  const { id, name, isClosed } = project
  const change = () =>
    act(() => call(closeQuestions, { params: { id: String(id) }, body: { isClosed: !isClosed } }), {
      done: t(isClosed ? 'questions.opened' : 'questions.closed', { name }),
    })
  return (
    <div class="card question-switch">
      <p>{t(isClosed ? 'questions.isClosed' : 'questions.isOpen')}</p>
      <Button look="soft" isBusy={isBusy} disabled={!isOnline.value} onClick={() => void change()}>
        {t(isClosed ? 'questions.openAgain' : 'questions.close')}
      </Button>
    </div>
  )
}

export function Questions() {
  const { values, set } = useQueryParams(['text', 'project', 'status', 'page'])
  const found = useCall(listConsoleQuestions, { query: withoutEmpty(values) as object }, { isPrivate: true, isSaved: false })
  const list = useLast(found.answer)
  const reset = () => set({ text: '', project: '', status: '' })
  const isFiltered = values.text !== '' || values.project !== '' || values.status !== ''
  const isDone = values.status === 'unanswered' && values.text === '' && values.project === ''
  return (
    <>
      <Title>{t('questions.title')}</Title>
      <search>
        <div class="tools">
          <SearchField label={t('questions.search')} value={values.text} onSearch={(text) => set({ text })} />
          {values.project && (
            <button type="button" class="chip" onClick={() => set({ project: '' })}>
              <bdi>{t('questions.only', { name: list?.project?.name ?? values.project })}</bdi>
              <Icon name="close" size={18} />
            </button>
          )}
        </div>
        <StateChips
          label={t('questions.states')}
          value={values.status}
          states={questionStatuses}
          nameOf={(status) => t(`questions.${status}`)}
          counts={list?.counts}
          onChoose={(status) => set({ status })}
        />
      </search>
      {list?.project && <ProjectSwitch project={list.project} />}
      <ResultList
        found={found}
        count={(total) => t('questions.found', { count: total })}
        empty={
          isDone ? (
            <Empty icon="check" title={t('questions.done')}>
              {t('questions.done.text')}
            </Empty>
          ) : isFiltered ? (
            <Empty title={t('questions.nothing')} action={<Button onClick={reset}>{t('questions.reset')}</Button>}>
              {t('questions.nothing.text')}
            </Empty>
          ) : (
            <Empty icon="question" title={t('questions.none')}>
              {t('questions.none.text')}
            </Empty>
          )
        }
        onPage={(page) => set({ page: String(page) })}
      >
        {({ questions }) => (
          <ul class="bare questions">
            {questions.map((question) => (
              <QuestionCard key={question.id} question={question} />
            ))}
          </ul>
        )}
      </ResultList>
    </>
  )
}
