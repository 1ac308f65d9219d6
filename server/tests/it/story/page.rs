//! A page as a person sees it: what it says, what is in its fields, where its links lead.

use scraper::{ElementRef, Html, Selector};

/// A page that was read.
pub struct Page(Html);

/// A form of a page, unchanged or filled in further.
#[derive(Clone, Debug)]
pub struct Form {
    pub action: String,
    pub fields: Vec<(String, String)>,
}

fn selector(css: &str) -> Selector {
    Selector::parse(css).unwrap()
}

fn words(element: ElementRef<'_>) -> String {
    let text: String = element.text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Page {
    pub fn read(html: &str) -> Self {
        Self(Html::parse_document(html))
    }

    /// The texts of all elements, with single blanks.
    pub fn texts(&self, css: &str) -> Vec<String> {
        self.0.select(&selector(css)).map(words).collect()
    }

    /// The texts of all elements as one; empty if there is none.
    pub fn text(&self, css: &str) -> String {
        self.texts(css).join(" ")
    }

    /// An attribute of all elements that have it.
    pub fn attributes(&self, css: &str, name: &str) -> Vec<String> {
        self.0.select(&selector(css)).filter_map(|element| element.attr(name)).map(str::to_owned).collect()
    }

    pub fn has(&self, css: &str) -> bool {
        self.0.select(&selector(css)).next().is_some()
    }

    /// What is said at once to people who cannot see the page, too.
    pub fn alert(&self) -> String {
        self.text("[role=alert]")
    }

    /// Whose turn it is, in a sentence.
    pub fn status(&self) -> String {
        self.text("[role=status]")
    }

    /// What is in the field of a name.
    #[track_caller]
    pub fn value(&self, name: &str) -> String {
        let named = selector(&format!("input[name={name}], textarea[name={name}], select[name={name}]"));
        let mut fields = self.0.select(&named).filter_map(successful).map(|(_, value)| value);
        fields.next_back().unwrap_or_else(|| panic!("there is no field {name}"))
    }

    /// Whether there is a field of a name.
    pub fn asks_for(&self, name: &str) -> bool {
        self.has(&format!("[name={name}]"))
    }

    /// The first form of a kind.
    #[track_caller]
    pub fn form(&self, css: &str) -> Form {
        self.read_form(self.0.select(&selector(css)).next().unwrap_or_else(|| panic!("there is no form {css}")))
    }

    /// The form of the first button of a kind, as it is sent by pressing it.
    #[track_caller]
    pub fn pressing(&self, css: &str) -> Form {
        let button = self.0.select(&selector(css)).next().unwrap_or_else(|| panic!("there is no button {css}"));
        let form = self.read_form(self.form_of(button).unwrap());
        let action = button.attr("formaction").map_or(form.action.clone(), str::to_owned);
        let form = Form { action, ..form };
        match button.attr("name") {
            Some(name) => form.with(name, button.attr("value").unwrap_or_default()),
            None => form,
        }
    }

    #[track_caller]
    fn read_form(&self, form: ElementRef<'_>) -> Form {
        assert_eq!(form.attr("method"), Some("post"));
        let all = selector("input, textarea, select");
        let own = self.0.select(&all).filter(|&field| self.form_of(field) == Some(form));
        Form { action: form.attr("action").unwrap().to_owned(), fields: own.filter_map(successful).collect() }
    }

    /// The form that a field or button belongs to: the one it names, or stands in.
    fn form_of<'a>(&'a self, field: ElementRef<'a>) -> Option<ElementRef<'a>> {
        match field.attr("form") {
            Some(id) => self.0.select(&selector(&format!("form[id={id}]"))).next(),
            None => field.ancestors().filter_map(ElementRef::wrap).find(|element| element.value().name() == "form"),
        }
    }
}

/// A field's name and value, as it would be sent.
fn successful(field: ElementRef<'_>) -> Option<(String, String)> {
    let name = field.attr("name")?.to_owned();
    let value = |element: ElementRef<'_>| element.attr("value").unwrap_or_default().to_owned();
    match (field.value().name(), field.attr("type")) {
        ("textarea", _) => Some((name, field.text().collect())),
        ("select", _) => field.select(&selector("option[selected]")).next().map(|option| (name, value(option))),
        (_, Some("radio" | "checkbox")) => field.attr("checked").map(|_| (name, value(field))),
        _ => Some((name, value(field))),
    }
}

impl Form {
    /// The form with a field filled in.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(field, _)| field != name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }
}
