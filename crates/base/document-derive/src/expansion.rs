//! The code that is derived.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{DeriveInput, Generics, Ident, Type, WherePredicate, parse_quote};

use crate::fields::{self, Field};

/// The implementations for a struct.
pub(crate) fn of(input: &DeriveInput) -> syn::Result<TokenStream> {
    let fields = fields::of(input)?;
    let (ident, type_name) = (&input.ident, input.ident.to_string());
    let names = fields.iter().map(|field| &field.name);
    let slots = fields.iter().enumerate().map(|(index, field)| {
        let slot = slot(field);
        quote!(#index => ::core::option::Option::Some(#slot),)
    });
    let mut generics = input.generics.clone();
    let parameterized =
        fields.iter().filter(|field| !field.by_serde && depends_on_a_parameter(field.ty, &input.generics));
    let predicates = parameterized.map(|Field { ty, .. }| parse_quote!(#ty: ::rootstock_document::Decodable));
    generics.make_where_clause().predicates.extend::<Vec<WherePredicate>>(predicates.collect());
    let (parameters, arguments, conditions) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #parameters ::rootstock_document::decode::Fields for #ident #arguments #conditions {
            fn type_name(&self) -> &'static str {
                #type_name
            }

            fn names(&self) -> &'static [&'static str] {
                const { &[#(#names),*] }
            }

            fn slot_of(&mut self, index: usize) -> ::core::option::Option<::rootstock_document::decode::Slot<'_>> {
                match index {
                    #(#slots)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        #[automatically_derived]
        impl #parameters ::rootstock_document::Decodable for #ident #arguments #conditions {
            fn slot(&mut self) -> ::rootstock_document::decode::Slot<'_> {
                ::rootstock_document::decode::Slot::fields(self)
            }
        }
    })
}

fn slot(field: &Field<'_>) -> TokenStream {
    let ident = field.ident;
    if field.by_serde {
        quote!(::rootstock_document::decode::Slot::by_serde(&mut self.#ident))
    } else {
        quote!(::rootstock_document::Decodable::slot(&mut self.#ident))
    }
}

fn depends_on_a_parameter(ty: &Type, generics: &Generics) -> bool {
    let parameters: Vec<&Ident> = generics.type_params().map(|parameter| &parameter.ident).collect();
    mentions(ty.to_token_stream(), &parameters)
}

fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
