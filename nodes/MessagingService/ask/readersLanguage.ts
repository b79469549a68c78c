import { asText } from '../values/given';
import { LONGEST_ANSWER as MOST } from './answer';

/** All that the page says by itself, a row for each language, in this order. docs/developers/page-texts.md has the sources. */
const TEXTS = [
	...(['choose', 'write', 'shorten', 'closed', 'reason', 'answered'] as const),
	...(['approvalNeeded', 'answerNeeded', 'thanks', 'approve', 'decline', 'send', 'saved'] as const),
];
const ROWS: Record<string, string> = {
	en: `Please select one of these options. | Please fill out this field. | Please enter no more than ${MOST} characters. | This question is closed | It has already been answered, or it has expired. Nothing was saved. | Your answer: | Your approval is needed | Your answer is needed | Thank you | Approve | Decline | Send answer | Your answer was saved.`,
	lt: `Prašom pasirinkti vieną iš šių variantų. | Prašom užpildyti šį lauką. | Prašom įvesti ne daugiau kaip ${MOST} simbolių. | Šis klausimas uždarytas | Į jį jau atsakyta arba baigėsi jo galiojimo laikas. Nieko neįrašyta. | Jūsų atsakymas: | Reikia jūsų patvirtinimo | Reikia jūsų atsakymo | Dėkojame | Patvirtinti | Atmesti | Pateikti atsakymą | Jūsų atsakymas įrašytas.`,
	lv: `Lūdzu, izvēlieties vienu no šīm iespējām. | Lūdzu, aizpildiet šo lauku. | Lūdzu, ievadiet ne vairāk kā ${MOST} rakstzīmes. | Šis jautājums ir slēgts | Uz to jau ir atbildēts, vai arī tā derīguma termiņš ir beidzies. Nekas netika saglabāts. | Jūsu atbilde: | Nepieciešams jūsu apstiprinājums | Nepieciešama jūsu atbilde | Pateicamies | Apstiprināt | Noraidīt | Iesniegt atbildi | Jūsu atbilde ir saglabāta.`,
	et: `Palun valige üks neist valikutest. | Palun täitke see väli. | Palun sisestage kuni ${MOST} tähemärki. | See küsimus on suletud | Sellele on juba vastatud või see on aegunud. Midagi ei salvestatud. | Teie vastus: | Vajalik on teie kinnitus | Vajalik on teie vastus | Aitäh | Kinnita | Keeldu | Saada vastus | Teie vastus on salvestatud.`,
	pl: `Proszę wybrać jedną z tych opcji. | Proszę wypełnić to pole. | Proszę wpisać nie więcej niż ${MOST} znaków. | To pytanie jest zamknięte | Udzielono już odpowiedzi lub pytanie wygasło. Nic nie zostało zapisane. | Państwa odpowiedź: | Potrzebne jest Państwa zatwierdzenie | Potrzebna jest Państwa odpowiedź | Dziękujemy | Zatwierdź | Odrzuć | Wyślij odpowiedź | Państwa odpowiedź została zapisana.`,
	de: `Bitte wählen Sie eine dieser Optionen. | Bitte füllen Sie dieses Feld aus. | Bitte geben Sie nicht mehr als ${MOST} Zeichen ein. | Diese Frage ist geschlossen | Sie wurde bereits beantwortet oder ist abgelaufen. Es wurde nichts gespeichert. | Ihre Antwort: | Ihre Genehmigung wird benötigt | Ihre Antwort wird benötigt | Vielen Dank | Genehmigen | Ablehnen | Antwort senden | Ihre Antwort wurde gespeichert.`,
	ru: `Пожалуйста, выберите один из этих вариантов. | Пожалуйста, заполните это поле. | Пожалуйста, введите не больше ${MOST} символов. | Этот вопрос закрыт | На него уже ответили, или срок его действия истёк. Ничего не сохранено. | Ваш ответ: | Требуется ваше согласование | Требуется ваш ответ | Спасибо | Согласовать | Отклонить | Отправить ответ | Ваш ответ сохранён.`,
	uk: `Будь ласка, виберіть один із цих варіантів. | Будь ласка, заповніть це поле. | Будь ласка, введіть не більше ${MOST} символів. | Це питання закрито | На нього вже відповіли, або термін його дії минув. Нічого не збережено. | Ваша відповідь: | Потрібне ваше схвалення | Потрібна ваша відповідь | Дякуємо | Схвалити | Відхилити | Надіслати відповідь | Вашу відповідь збережено.`,
	fr: `Veuillez sélectionner l’une de ces options. | Veuillez compléter ce champ. | Veuillez saisir au plus ${MOST} caractères. | Cette question est fermée | Elle a déjà reçu une réponse ou a expiré. Rien n’a été enregistré. | Votre réponse : | Votre approbation est requise | Votre réponse est requise | Merci | Approuver | Rejeter | Envoyer la réponse | Votre réponse a été enregistrée.`,
	es: `Seleccione una de estas opciones. | Rellene este campo. | Introduzca ${MOST} caracteres como máximo. | Esta pregunta está cerrada | Ya ha sido respondida o ha caducado. No se ha guardado nada. | Su respuesta: | Se necesita su aprobación | Se necesita su respuesta | Gracias | Aprobar | Rechazar | Enviar respuesta | Su respuesta se ha guardado.`,
	it: `Selezionare una di queste opzioni. | Compilare questo campo. | Inserire al massimo ${MOST} caratteri. | Questa domanda è chiusa | Ha già ricevuto una risposta o è scaduta. Non è stato salvato nulla. | La sua risposta: | È richiesta la sua approvazione | È richiesta la sua risposta | Grazie | Approva | Rifiuta | Invia risposta | La sua risposta è stata salvata.`,
	ar: `يرجى تحديد أحد هذه الخيارات. | هذا الحقل إلزامي. | الحد الأقصى لعدد الحروف هو ${MOST}. | هذا السؤال مغلق | تمت الإجابة عنه بالفعل، أو انتهت صلاحيته. لم يتم حفظ أي شيء. | إجابتك: | موافقتك مطلوبة | إجابتك مطلوبة | شكرًا لك | موافقة | رفض | إرسال الإجابة | تم حفظ إجابتك.`,
	he: `נא לבחור באחת מהאפשרויות האלה. | נא למלא שדה זה. | נא לא למלא יותר מ-${MOST} תווים. | השאלה הזו סגורה | כבר ניתנה תשובה, או שתוקף השאלה פג. שום דבר לא נשמר. | תשובתך: | נדרש אישורך | נדרשת תשובתך | תודה | אישור | דחייה | שליחת התשובה | תשובתך נשמרה.`,
};
const FROM_RIGHT = ['ar', 'he'];

export type OwnText = (typeof TEXTS)[number];

/** A language of the page, by its code, and the page's own texts in it. */
export type Language = { code: string; dir: 'ltr' | 'rtl'; say: (text: OwnText) => string };

/** A language, with or without a region, and how much it's wanted: RFC 9110, section 12.5.4. */
const RANGE = /^([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** The language that a browser wants most, by its Accept-Language; English if the page has no language of its list. */
export function readersLanguage(accepted: unknown): Language {
	let best = { code: 'en', quality: 0 };
	for (const range of asText(accepted).toLowerCase().split(',')) {
		const [, code = '', quality = '1'] = RANGE.exec(range.trim()) ?? [];
		const isBetter = Object.hasOwn(ROWS, code) && Number(quality) > best.quality;
		if (isBetter) best = { code, quality: Number(quality) };
	}
	const texts = ROWS[best.code].split(' | ');
	return {
		code: best.code,
		dir: FROM_RIGHT.includes(best.code) ? 'rtl' : 'ltr',
		say: (text) => texts[TEXTS.indexOf(text)],
	};
}
