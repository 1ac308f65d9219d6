//! Codes: every error is a value with a stable code and typed parameters. A program tells errors apart by their codes; the
//! sentences for people are written by the code that shows them.

/// Gives an error its codes: [`code`](crate::rules::duck::DuckTurnError::code), the list `CODES`, and a `Display` for
/// developers that prints the code and the parameters, `duck-not-moved square=E3`.
///
/// A variant may stand for the error that it holds instead: after `@` with what it adds, after `=` if it adds nothing.
#[macro_export]
macro_rules! codes {
    (
        $name:ident {
            $( $variant:ident $( { $($field:ident),+ } )? $( ( $($item:ident),+ ) )? => $code:literal, )+
            $( @ $wrapper:ident { $inner:ident, $rest:ident }, )?
            $( = $holder:ident($held:ident), )?
        }
    ) => {
        impl $name {
            /// Every code that this error can have.
            pub const CODES: &[&str] = &[$($code),+];

            /// The stable code of the error, in `kebab-case`.
            pub fn code(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $code, )+
                    $( Self::$wrapper { $inner, .. } => $inner.code(), )?
                    $( Self::$holder($held) => $held.code(), )?
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $(
                    if let Self::$holder($held) = self {
                        return std::fmt::Display::fmt($held, f);
                    }
                )?
                f.write_str(self.code())?;
                match self {
                    $(
                        Self::$variant $( { $($field),+ } )? $( ( $($item),+ ) )? => {
                            $( $( write!(f, " {}={:?}", stringify!($field), $field)?; )+ )?
                            $( $( write!(f, " {}={:?}", stringify!($item), $item)?; )+ )?
                            Ok(())
                        }
                    )+
                    $( Self::$wrapper { $rest, .. } => write!(f, " {}={:?}", stringify!($rest), $rest), )?
                    $( Self::$holder(_) => Ok(()), )?
                }
            }
        }

        impl std::error::Error for $name {}
    };
}

pub(crate) use codes;
