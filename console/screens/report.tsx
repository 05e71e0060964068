import { useState } from 'preact/hooks'
import { PageProblem } from '#console/parts/problem.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { t } from '#console/texts.ts'
import { getReport, type Report as ReportAnswer } from '#contract/console/report.ts'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { language } from '#ui/settings.ts'
import { Loading } from '#ui/states.tsx'
import { count, day, days } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { FreeTeams, Groups, Projects } from './report/tables.tsx'
import './report/report.css'

const WHOLE_DAYS = 48 // hours; longer times are given in days

function duration(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return t('report.underHour')
  const isLong = hours >= WHOLE_DAYS
  const number = Math.round((isLong ? hours / 24 : hours) * 10) / 10
  return t(isLong ? 'report.days' : 'report.hours', { count: count(number >= 10 ? Math.round(number) : number) })
}

const percent = (share: number | null): string =>
  share === null ? '–' : new Intl.NumberFormat(language.value, { style: 'percent' }).format(share)

const parts = ['approved', 'declined', 'waiting', 'choices', 'withdrawn', 'superseded'] as const

/** They add up to all applications; of the rarer ones those that occur. */
const partsOf = (applications: ReportAnswer['figures']['applications']): string =>
  parts
    .filter((part, index) => index < 3 || applications[part] > 0)
    .map((part) => t(`report.applications.${part}`, { count: count(applications[part]) }))
    .join(', ')

function Figures({ figures }: { figures: ReportAnswer['figures'] }) {
  const { applications, places } = figures
  const cells: [label: string, value: string, hint?: string][] = [
    [t('report.projects'), count(figures.projects), t('report.projects.empty', { count: figures.emptyProjects })],
    [t('report.teams'), count(figures.teams), t('report.teams.hint')],
    [
      t('report.teamsToday'),
      count(figures.teamsWithProject + figures.teamsWithoutProject),
      t('report.teamsToday.hint', { working: count(figures.teamsWithProject), free: count(figures.teamsWithoutProject) }),
    ],
    [t('report.places'), places.isLimited ? `${count(places.taken)} / ${count(places.all)}` : '–', t('report.places.hint')],
    [t('report.applications'), count(applications.all), partsOf(applications)],
    [t('report.approved'), percent(figures.approvalShare), t('report.approved.hint')],
    [t('report.time'), duration(figures.hoursToDecision), t('report.time.hint')],
    [t('report.results'), count(figures.results), t('report.results.hint')],
  ]
  return (
    <dl class="report-figures">
      {cells.map(([label, value, hint]) => (
        <div key={label} class="card">
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            <small class="soft">{hint}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Two days; the report is read when both are given. */
function Period({ from, to, onChoose }: { from: string; to: string; onChoose(period: { from: string; to: string }): void }) {
  const [period, setPeriod] = useState({ from, to })
  const isValid = period.from !== '' && period.to !== '' && period.from <= period.to
  return (
    <Form class="tools report-period" onSubmit={() => isValid && onChoose(period)}>
      {(['from', 'to'] as const).map((key) => (
        <label key={key}>
          {t(`report.${key}`)}
          <input
            type="date"
            required
            value={period[key]}
            min={key === 'to' ? period.from : undefined}
            onInput={({ currentTarget }) => setPeriod({ ...period, [key]: currentTarget.value })}
          />
        </label>
      ))}
      <Button type="submit" look="soft">
        {t('report.show')}
      </Button>
    </Form>
  )
}

/** A report to print or to save as PDF. The page without its controls is what is printed. */
export function Report() {
  const { values, set } = useQueryParams(['from', 'to'])
  const { answer, error, retry } = useCall(getReport, { query: withoutEmpty(values) }, { isPrivate: true, isSaved: false })
  const report = useLast(answer)
  return (
    <>
      <Title
        text={t('report.title')}
        actions={
          <Button icon="file" disabled={!answer} onClick={() => print()}>
            {t('report.print')}
          </Button>
        }
      >
        {t('report.title')}
      </Title>
      {error ? <PageProblem error={error} onRetry={retry} /> : !report && <Loading lines={8} />}
      {error && values.from !== '' ? (
        <Period key={values.from + values.to} from={values.from} to={values.to} onChoose={set} />
      ) : (
        report && <Period key={report.from + report.to} from={report.from} to={report.to} onChoose={set} />
      )}
      {report && !error && (
        <article class="report" aria-busy={answer ? undefined : true}>
          <p class="report-about">
            <strong>{serverConfig.directory}</strong> · {days(report.from, report.to)}
            <span class="soft"> · {t('report.made', { day: day(report.day) })}</span>
          </p>
          <Figures figures={report.figures} />
          <Projects projects={report.projects} all={report.figures.projects} elsewhere={report.figures.applications.elsewhere} />
          <Groups report={report} />
          <FreeTeams teams={report.teamsWithoutProject} all={report.figures.teamsWithoutProject} />
        </article>
      )}
    </>
  )
}
