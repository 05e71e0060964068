import { say } from '#mail/email.ts'
import type { Texts } from './text.ts'

// Emails to curators about a new application.

export const whyCurator = {
  en: 'You’re receiving this email because you’re a curator.',
  ru: 'Вы получили это письмо, потому что вы куратор.',
}

export const applicationLink = (publicUrl: string, request: unknown): string => `${publicUrl}/console/requests/${Number(request)}`

export const reviewTexts: Record<'request_new', Texts> = {
  request_new: {
    en: ({ team, project }) => ({
      subject: say`New application: ${team} for ${project}`,
      title: 'New application',
      body: [say`The team ${team} applied for the project ${project}. The application awaits a decision.`],
      next: [say`The team gets an email when your decision takes effect.`],
      label: 'Review application',
      why: say`${whyCurator.en}`,
    }),
    ru: ({ team, project }) => ({
      subject: say`Новая заявка: команда ${team}, проект ${project}`,
      title: 'Новая заявка',
      body: [say`Команда ${team} подала заявку на проект ${project}. Заявка ждёт решения.`],
      next: [say`Команда получит письмо, когда ваше решение вступит в силу.`],
      label: 'Рассмотреть заявку',
      why: say`${whyCurator.ru}`,
    }),
  },
}
