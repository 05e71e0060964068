import { say } from '#mail/email.ts'
import type { Texts } from './text.ts'

// Emails about the account. The first two cannot be turned off.

type Kind = 'email_change' | 'email_changed' | 'new_sign_in'

export const accountTexts: Record<Kind, Texts> = {
  email_change: {
    en: ({ directory }) => ({
      subject: say`Confirm your new email address`,
      title: 'Confirm your email address',
      body: [
        say`This address was entered as the new email address of an account in ${directory}.`,
        say`Open the link to confirm it. Nothing changes until then.`,
      ],
      next: [],
      label: 'Confirm address',
      after: [say`If this wasn’t you, ignore this email. The address can’t be used without the link.`],
      why: say`You’re receiving this email because your address was entered in a profile.`,
    }),
    ru: ({ directory }) => ({
      subject: say`Подтвердите новый адрес почты`,
      title: 'Подтвердите адрес почты',
      body: [
        say`Этот адрес указали в каталоге ${directory} как новый адрес почты.`,
        say`Перейдите по ссылке, чтобы подтвердить его. До этого ничего не изменится.`,
      ],
      next: [],
      label: 'Подтвердить адрес',
      after: [say`Если это были не вы, не обращайте внимания на письмо: без перехода по ссылке адрес использовать нельзя.`],
      why: say`Вы получили это письмо, потому что ваш адрес указали в профиле.`,
    }),
  },
  email_changed: {
    en: () => ({
      subject: say`Your email address was changed`,
      title: 'Email address changed',
      body: [
        say`The email address of your account was changed. Emails will now be sent to the new address. This is the last email to this one.`,
      ],
      next: [say`If you made this change, no action is needed.`],
      label: 'View profile',
      after: [
        say`If this wasn’t you, someone else has access to your account. End unknown sessions in your profile, restore your address and change the password of the account you sign in with.`,
      ],
      why: say`You’re receiving this email because this was the address of your account. You can’t turn off these emails.`,
    }),
    ru: () => ({
      subject: say`Адрес вашей почты изменён`,
      title: 'Адрес почты изменён',
      body: [
        say`В вашей учётной записи изменён адрес почты. Теперь письма будут приходить на новый адрес. Это последнее письмо на прежний.`,
      ],
      next: [say`Если это сделали вы, ничего делать не нужно.`],
      label: 'Открыть профиль',
      after: [
        say`Если это были не вы, у кого-то есть доступ к вашей учётной записи. Завершите в профиле незнакомые сеансы, верните прежний адрес и смените пароль учётной записи, через которую входите.`,
      ],
      why: say`Вы получили это письмо, потому что раньше этот адрес был указан в вашей учётной записи. Отключить такие письма нельзя.`,
    }),
  },
  new_sign_in: {
    en: () => ({
      subject: say`New sign-in to your account`,
      title: 'New sign-in to your account',
      body: [say`Your account was used to sign in on a new device.`],
      next: [say`If this was you, no action is needed.`],
      label: 'View active sessions',
      after: [say`If this wasn’t you, end that session in your profile now and change the password of the account you sign in with.`],
      why: say`You’re receiving this email to keep your account secure.`,
    }),
    ru: () => ({
      subject: say`Новый вход в вашу учётную запись`,
      title: 'Новый вход в вашу учётную запись',
      body: [say`В вашу учётную запись вошли с нового устройства.`],
      next: [say`Если это были вы, ничего делать не нужно.`],
      label: 'Посмотреть активные сеансы',
      after: [
        say`Если это были не вы, завершите этот сеанс в профиле и как можно скорее смените пароль учётной записи, через которую входите.`,
      ],
      why: say`Мы отправили это письмо для безопасности вашей учётной записи.`,
    }),
  },
}
