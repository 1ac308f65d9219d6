//! A browser that keeps cookies, sends the origin of its posts, and follows no redirects by itself.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request, Response};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::page::{Form, Page};

/// Longer than a server takes for any request: it gives up before.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// More than any answer here.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A browser. Clones are windows of the same one.
#[derive(Clone)]
pub struct Browser {
    address: String,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Browser {
    /// A browser that visits the server at this address, such as `127.0.0.1:8080`.
    pub fn at(address: String) -> Self {
        Self { address, cookies: Arc::default() }
    }

    /// The same browser at another server of the site: it keeps one set of cookies for all of them.
    pub fn at_server(&self, address: String) -> Self {
        Self { address, cookies: self.cookies.clone() }
    }

    /// The address of the site, without a slash at its end.
    pub fn site(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn keep_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    /// Goes to a path.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path, Body::empty())).await
    }

    /// Goes to a page that is there.
    pub async fn opens(&self, path: &str) -> Page {
        self.get(path).await.shown()
    }

    /// Sends a form.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.post_body(path, encoded(fields)).await
    }

    /// Sends a form that was found in a page and filled in.
    pub async fn submits(&self, form: &Form) -> Answer {
        let fields: Vec<_> = form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        // The fragment is not sent.
        self.post(form.action.split('#').next().unwrap(), &fields).await
    }

    /// Sends a form with a file in its field `pgn`.
    pub async fn sends_file(&self, path: &str, fields: &[(&str, &str)], (name, bytes): (&str, &[u8])) -> Answer {
        const BOUNDARY: &str = "a-boundary-between-fields";
        let mut body = Vec::with_capacity(bytes.len() + 1000);
        let mut part = |head: &str, content: &[u8]| {
            body.extend(format!("--{BOUNDARY}\r\ncontent-disposition: form-data; {head}\r\n\r\n").as_bytes());
            body.extend(content);
            body.extend(b"\r\n");
        };
        fields.iter().for_each(|(name, value)| part(&format!("name=\"{name}\""), value.as_bytes()));
        part(&format!("name=\"pgn\"; filename=\"{name}\""), bytes);
        body.extend(format!("--{BOUNDARY}--\r\n").as_bytes());
        let mut request = self.form_request(path, body);
        request
            .headers_mut()
            .insert(CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}").parse().unwrap());
        self.send(request).await
    }

    /// Sends anything as if it were a form.
    pub async fn post_body(&self, path: &str, body: impl Into<Body>) -> Answer {
        self.send(self.form_request(path, body)).await
    }

    /// What a browser sends with a form of this site.
    pub fn form_request(&self, path: &str, body: impl Into<Body>) -> Request<Body> {
        let mut request = self.request("POST", path, body.into());
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, "application/x-www-form-urlencoded".parse().unwrap());
        headers.insert(ORIGIN, self.site().parse().unwrap());
        headers.insert("sec-fetch-site", "same-origin".parse().unwrap());
        request
    }

    pub fn request(&self, method: &str, path: &str, body: Body) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.address);
        let cookies = self.cookies.lock().unwrap();
        if !cookies.is_empty() {
            let cookies: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            request = request.header(COOKIE, cookies.join("; "));
        }
        request.body(body).unwrap()
    }

    /// Opens a path of a server that may be down.
    pub async fn try_get(&self, path: &str) -> anyhow::Result<Answer> {
        self.try_send(self.request("GET", path, Body::empty())).await
    }

    /// Sends a request on a connection of its own.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        self.try_send(request).await.unwrap()
    }

    /// The same for a server that may be down.
    pub async fn try_send(&self, request: Request<Body>) -> anyhow::Result<Answer> {
        let asked = format!("{} {}", request.method(), request.uri());
        let (head, body) = self.exchange(request).await?.into_parts();
        let body = timeout(ANSWER_TIMEOUT, to_bytes(Body::new(body), MAX_BYTES)).await;
        let body = body.unwrap_or_else(|_| panic!("the answer to {asked} does not end"))?;
        self.take_cookies(&head.headers);
        let text = String::from_utf8(body.to_vec())?;
        Ok(Answer { asked, status: head.status.as_u16(), headers: head.headers, text })
    }

    /// The answer as it comes, whatever it is.
    pub async fn exchange(&self, request: Request<Body>) -> anyhow::Result<Response<Incoming>> {
        let asked = format!("{} {}", request.method(), request.uri());
        let answer = async {
            let stream = TcpStream::connect(&self.address).await?;
            let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
            tokio::spawn(connection);
            Ok(sender.send_request(request).await?)
        };
        timeout(ANSWER_TIMEOUT, answer).await.unwrap_or_else(|_| panic!("{asked} is not answered"))
    }

    fn take_cookies(&self, headers: &HeaderMap) {
        let mut cookies = self.cookies.lock().unwrap();
        for set in headers.get_all(SET_COOKIE) {
            let set = set.to_str().unwrap();
            let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
            if set.to_lowercase().contains("max-age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

pub fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// `GET /lobby`
    asked: String,
    pub status: u16,
    headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// A header's value; empty if it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Every cookie that is set, with its attributes.
    pub fn set_cookies(&self) -> Vec<&str> {
        self.headers.get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap()).collect()
    }

    /// The cookie of a name that is set, with its attributes. Cookies come in no order.
    #[track_caller]
    pub fn set_cookie(&self, name: &str) -> &str {
        let cookie = self.set_cookies().into_iter().find(|cookie| cookie.split('=').next() == Some(name));
        cookie.unwrap_or_else(|| panic!("no cookie {name} is set: {:?}", self.set_cookies()))
    }

    /// Asserts the status.
    #[track_caller]
    pub fn has_status(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{}: {}", self.asked, self.said());
        self
    }

    /// It was done: the path to go on at.
    #[track_caller]
    pub fn leads_to(&self) -> &str {
        self.has_status(303);
        self.header(LOCATION.as_str())
    }

    /// The requested page.
    #[track_caller]
    pub fn shown(&self) -> Page {
        self.page(200)
    }

    /// It was not done: the page again, which says why.
    #[track_caller]
    pub fn refused(&self) -> Page {
        let page = self.page(422);
        assert_ne!(page.alert(), "", "{}: a refusal says why", self.asked);
        page
    }

    /// The page of a status, whatever it is.
    #[track_caller]
    pub fn page(&self, status: u16) -> Page {
        self.has_status(status);
        assert_eq!(self.header("content-type"), "text/html; charset=utf-8", "{}", self.asked);
        Page::read(&self.text)
    }

    /// What a person would notice first, for the message of a failed test.
    fn said(&self) -> String {
        let page = Page::read(&self.text);
        let said = [page.alert(), page.text("h1"), self.header("location").to_owned()];
        said.into_iter().find(|said| !said.is_empty()).unwrap_or_default()
    }
}
